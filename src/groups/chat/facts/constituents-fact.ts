import { nameId } from '../../../kernel/ids.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { InstrumentSummary } from '../../../ports/instruments.ts'
import type { Fact } from './facts.ts'
import { nameOf, percent } from './say.ts'

/** What a fund holds, and what is asked of that. */
export interface Constituents {
  fund: InstrumentSummary
  /** The largest first, with their shares of its value, fractions. */
  held: ReadonlyArray<{ instrument: InstrumentSummary; weight: number }>
  /** What the question names beside it: whether that is held. */
  named: readonly InstrumentSummary[]
  /** How many of the largest are told where it names none. */
  count: number
  /** The index by which the fund was asked for; null for the fund itself. */
  index: InstrumentSummary | null
  now: Instant
  simulated: boolean
}

/** The largest holdings of a fund with their weights, or those of what is named. */
export function constituentsFact({ fund, held, named, count, index, now, simulated }: Constituents): Fact {
  const called = nameOf(fund)
  const sentences = [
    ...(index === null ? [] : [`What is in ${nameOf(index)} is told here by a fund on it, ${called}.`]),
    ...(named.length === 0
      ? [largest(called, held, count)]
      : named.map((each) => weightOf(called, held, each))),
  ]
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId(
        'chat-fact',
        'constituents',
        fund.entityId,
        String(count),
        ...named.map(({ entityId }) => entityId),
      ),
      headline: `Holdings ${fund.ticker}`,
      url: `/v1/instruments/${fund.entityId}`,
      text: sentences.join(' '),
      asOf: now,
      simulated,
    },
  }
}

function largest(called: string, held: Constituents['held'], count: number): string {
  const told = held.slice(0, count)
  const sum = told.reduce((total, { weight }) => total + weight, 0)
  const parts = told.map(({ instrument, weight }) => `${nameOf(instrument)} ${percent(weight)}`)
  return `The ${told.length} largest holdings of ${called}, of ${held.length} that are listed here, are ${parts.join('; ')}: together ${percent(sum)} of its value.`
}

function weightOf(called: string, held: Constituents['held'], one: InstrumentSummary): string {
  const found = held.find(({ instrument }) => instrument.entityId === one.entityId)
  const name = nameOf(one)
  return found === undefined
    ? `${name} is not among the ${held.length} holdings of ${called} that are known here.`
    : `${name} is ${percent(found.weight)} of the value of ${called}.`
}
