import { nameId } from '../../../../kernel/ids.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import { isAmong } from '../../understanding/entities/instrument-lists.ts'
import type { Fact } from '../facts.ts'
import { nameOf, percent } from '../number-format.ts'

/** The constituents of a fund, and what is asked about them. */
export interface Constituents {
  fund: InstrumentSummary
  /** Largest first, with their weights as fractions. */
  held: ReadonlyArray<{ instrument: InstrumentSummary; weight: number }>
  /** Instruments that the question also names: are they held? */
  named: readonly InstrumentSummary[]
  /** Excluded constituents. */
  without: readonly InstrumentSummary[]
  /** How many of the largest, or smallest, are listed when none is named. */
  rank: { count: number; isLeast: boolean }
  /** The index that the question named instead of the fund; null for the fund itself. */
  index: InstrumentSummary | null
  simulated: boolean
}

/** The largest constituents of a fund with their weights, or the weights of the named instruments. */
export function constituentsFact({
  fund,
  held: all,
  named,
  without,
  rank,
  index,
  simulated,
}: Constituents): Fact {
  const called = nameOf(fund)
  const held = all.filter(({ instrument }) => !isAmong(instrument, without))
  const out = without.length === 0 ? '' : `Without ${without.map(nameOf).join(', ')}: `
  const sentences = [
    ...(index === null
      ? []
      : [
          `The constituents of ${nameOf(index)} are not stored: ${called}, a fund that tracks it, stands in.`,
        ]),
    ...(named.length === 0
      ? [`${out}${ends(called, held, rank)}`]
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
        JSON.stringify(rank),
        ...[...named, ...without].map(({ entityId }) => entityId),
      ),
      headline: `Holdings ${fund.ticker}`,
      url: `/v1/instruments/${fund.entityId}/constituents`,
      text: sentences.join(' '),
      asOf: null,
      simulated,
    },
  }
}

function ends(called: string, held: Constituents['held'], { count, isLeast }: Constituents['rank']): string {
  const listed = (isLeast ? held.toReversed() : held).slice(0, count)
  const sum = listed.reduce((total, { weight }) => total + weight, 0)
  const parts = listed.map(({ instrument, weight }) => `${nameOf(instrument)} ${percent(weight)}`)
  const side = isLeast ? 'smallest' : 'largest'
  const of = `${called}, of ${held.length} that are listed here,`
  return listed.length === 1
    ? `The ${side} holding of ${of} is ${parts.join('')} of its value.`
    : `The ${listed.length} ${side} holdings of ${of} are ${parts.join('; ')}: together ${percent(sum)} of its value.`
}

/** A statement that the constituents of a fund or an index are not stored. */
export function noConstituentsFact(of: InstrumentSummary, simulated: boolean): Fact {
  const text = `What ${nameOf(of)} is made of is not stored.`
  return {
    sentences: [text],
    isNone: true,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'constituents', of.entityId, 'none'),
      headline: `Holdings ${of.ticker}`,
      url: `/v1/instruments/${of.entityId}/constituents`,
      text,
      asOf: null,
      simulated,
    },
  }
}

function weightOf(called: string, held: Constituents['held'], one: InstrumentSummary): string {
  const found = held.find(({ instrument }) => instrument.entityId === one.entityId)
  const name = nameOf(one)
  return found === undefined
    ? `${name} is not among the ${held.length} holdings of ${called} that are known here.`
    : `${name} is ${percent(found.weight)} of the value of ${called}.`
}
