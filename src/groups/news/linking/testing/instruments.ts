import { nameId } from '../../../../kernel/ids.ts'
import type { Day } from '../../../../kernel/time.ts'
import { buildAliasIndex, type AliasIndex, type LinkableInstrument } from '../alias-index.ts'
import { linkEntities } from '../link.ts'

/** An American listing, changed where the test cares; its id is its ticker's. */
export function listing(
  ticker: string,
  name: string,
  fields: Partial<LinkableInstrument> = {},
): LinkableInstrument {
  const mic = fields.mic ?? 'XNYS'
  return {
    entityId: idOf(ticker, mic),
    ticker,
    mic,
    name,
    country: 'US',
    assetClass: 'equity',
    size: 10,
    aliases: [],
    former: [],
    ...fields,
  }
}

export function idOf(ticker: string, mic = 'XNYS'): string {
  return nameId('test', mic, ticker)
}

/** One for each list that a file asks with again: building one reads all known names. */
const indexes = new WeakMap<readonly LinkableInstrument[], AliasIndex>()

/** Links a headline and a body and answers tickers, the most relevant first. */
export function tickersIn(
  instruments: readonly LinkableInstrument[],
  headline: string,
  { body = '', day = null }: { body?: string; day?: Day | null } = {},
): string[] {
  const index = indexes.get(instruments) ?? buildAliasIndex(instruments)
  indexes.set(instruments, index)
  return tickersOf(index, instruments, { headline, body, day })
}

function tickersOf(
  index: AliasIndex,
  instruments: readonly LinkableInstrument[],
  text: { headline: string; body: string; day: Day | null },
): string[] {
  const byId = new Map(instruments.map(({ entityId, ticker }) => [entityId, ticker]))
  return linkEntities(index, text).map(({ entityId }) => byId.get(entityId) ?? entityId)
}
