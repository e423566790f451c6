import { UNIVERSE } from '../../src/demo-market/universe/index.ts'
import { nameId } from '../../src/kernel/ids.ts'
import { foldName } from '../../src/market/known-names-index.ts'
import { knownIdentities } from '../../src/market/known-names.ts'

const KNOWN = knownIdentities()

/** The demo's instruments with all that the search finds them by. */
const LISTED = UNIVERSE.map(({ mic, ticker, name, aliases }) => {
  const [bare = ''] = ticker.replace('-', '.').split(/\.(?=[A-Z]{1,2}$)(?![AB]$)/)
  const known = KNOWN.filter(({ tickers }) => tickers.some((each) => each.ticker === bare))
  const names = known.flatMap((each) => [...each.names, ...each.aliases.map(({ text }) => text)])
  const texts = [ticker, ticker.replace('-', '.'), bare, name, ...aliases, ...names].map((text) =>
    foldName(text),
  )
  return { entityId: nameId('test', mic, ticker), ticker, name, texts }
})

/** Finds them as the search does: whole texts before beginnings of them, and those before beginnings of words. */
export function demoNamed(text: string, limit: number) {
  const wanted = foldName(text)
  const ranks = [
    (each: string) => each === wanted,
    (each: string) => each.startsWith(wanted),
    (each: string) => ` ${each}`.includes(` ${wanted}`),
  ]
  const hits = ranks.flatMap((fits) => LISTED.filter(({ texts }) => texts.some(fits)))
  return [...new Set(hits)].slice(0, limit)
}
