import type { Instant } from '../../../../kernel/time.ts'
import type { InstrumentReader, InstrumentSummary } from '../../../../ports/instruments.ts'
import { askedMoves } from '../intents/day-moves.ts'
import { askedTrades } from '../portfolio/ledger-request.ts'
import type { ReadMessage } from '../read-message.ts'

/** As answers write names: `Arm Holdings plc (ARM)`. */
const TICKER = /\(([A-Z0-9^][A-Z0-9.^-]{0,11})\)/g
const MOST_LETTERS = 4_000
const MATCHES = 8
/** `my best performing stock`, in the singular. */
const EXTREME =
  /\b(best|worst|strongest|weakest)[- ](?:perform(?:er|ing (?:stock|holding|position|investment|fund|share|one))|stock|holding|position|investment|fund)\b/i
const BEST_AND_WORST =
  /^Of what you hold, .{1,80}? \(([A-Z0-9^.-]{1,12})\) did best, .{1,20} and .{1,80}? \(([A-Z0-9^.-]{1,12})\) worst\b/
/** The list of the user's holdings in an answer, up to the citation. */
const HOLDINGS = /\bYou (?:hold|held) \d{1,6} instruments: (.{1,3000}?)(?: \[\d{1,2}\]){1,9}\./
/** Most instruments of one list. */
export const MOST_LISTED = 10

/** A question of the user and its answer. */
export interface AnsweredTurn {
  text: string
  answer: string
}

/**
 * The instruments that an answer lists, in its order: the largest moves, similar companies, constituents or holdings, and the one traded
 * last; none for other questions.
 */
export function listedInstruments(
  turn: AnsweredTurn,
  { text, instruments, metrics }: ReadMessage,
  { named, now }: { named: InstrumentReader['named']; now: Instant },
): InstrumentSummary[] {
  const answer = turn.answer.slice(0, MOST_LETTERS)
  const [metric, ...others] = metrics
  if (instruments.length > 0) {
    const isList = others.length === 0 && (metric === 'peers' || metric === 'constituents')
    const own = new Set(instruments.map(({ ticker }) => ticker))
    return isList
      ? listed(
          tickersIn(answer).filter((ticker) => !own.has(ticker)),
          named,
        )
      : []
  }
  if (askedMoves(text, now) !== null) return listed(tickersIn(answer), named)
  if (!metrics.includes('portfolio')) return []
  const extreme = EXTREME.exec(text)?.[1]
  if (extreme !== undefined) {
    const [, best = '', worst = ''] = BEST_AND_WORST.exec(answer) ?? []
    return listed([/best|strongest/i.test(extreme) ? best : worst], named)
  }
  const isOfTrade = (askedTrades(text)?.which ?? null) !== null
  const tickers = tickersIn(isOfTrade ? answer : (HOLDINGS.exec(answer)?.[1] ?? ''))
  return isOfTrade && tickers.length > 1 ? [] : listed(tickers, named)
}

const tickersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(TICKER)].map(([, ticker = '']) => ticker)),
]

/** The instruments with the first of these tickers. */
const listed = (tickers: readonly string[], named: InstrumentReader['named']): InstrumentSummary[] =>
  tickers
    .slice(0, MOST_LISTED)
    .flatMap((ticker) => named(ticker, MATCHES).find((each) => each.ticker === ticker) ?? [])
