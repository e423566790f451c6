import type { Instant } from '../../../../kernel/time.ts'
import type { InstrumentReader, InstrumentSummary } from '../../../../ports/instruments.ts'
import { askedMoves } from '../intents/day-moves.ts'
import { askedTrades } from '../portfolio/ledger-request.ts'
import type { ReadMessage } from '../read-message.ts'

/** As names are told: `Arm Holdings plc (ARM)`. */
const TICKER = /\(([A-Z0-9^][A-Z0-9.^-]{0,11})\)/g
const MOST_LETTERS = 4_000
const MATCHES = 8
/** `my best performing stock`, and not several. */
const EXTREME =
  /\b(best|worst|strongest|weakest)[- ](?:perform(?:er|ing (?:stock|holding|position|investment|fund|share|one))|stock|holding|position|investment|fund)\b/i
const BEST_AND_WORST =
  /^Of what you hold, .{1,80}? \(([A-Z0-9^.-]{1,12})\) did best, .{1,20} and .{1,80}? \(([A-Z0-9^.-]{1,12})\) worst\b/
/** As the holdings of the user are listed, up to the citation. */
const HOLDINGS = /\bYou (?:hold|held) \d{1,6} instruments: (.{1,3000}?)(?: \[\d{1,2}\]){1,9}\./
/** That an answer lists. */
export const MOST_LISTED = 10

/** A question of the user, and what it was answered. */
export interface AnsweredTurn {
  text: string
  answer: string
}

/** The instruments that the answer to a question lists, in its order: what moved most today, what is like something, what a fund or the user holds, and the one that was traded last; none where it asks for nothing of the kind. */
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

/** What has these tickers, of the first of them. */
const listed = (tickers: readonly string[], named: InstrumentReader['named']): InstrumentSummary[] =>
  tickers
    .slice(0, MOST_LISTED)
    .flatMap((ticker) => named(ticker, MATCHES).find((each) => each.ticker === ticker) ?? [])
