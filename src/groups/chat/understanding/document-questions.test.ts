import { describe, expect, it } from 'vitest'
import { instant } from '../../../../tests/support/factories.ts'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import { nameId } from '../../../kernel/ids.ts'
import type { InstrumentSummary } from '../../../ports/instruments.ts'
import { conversationTurns, tableContexts } from '../testing/retrieval-eval.ts'
import { askedMoves } from './intents/day-moves.ts'
import { indicatorAsks } from './intents/indicator-questions.ts'
import { asksInvestment } from './intents/investment-questions.ts'
import { asksCosts } from './portfolio/ledger-request.ts'
import { marketAgainst, marketIn } from './intents/market-indices.ts'
import { askedHours } from './intents/market-hours.ts'
import { asksHeadlines, askedTrends } from './intents/news-questions.ts'
import { readMessage } from './read-message.ts'
import { riskAsks } from './intents/risk-questions.ts'

const NOW = instant('2026-11-25T18:00:00Z')
/** Every ticker is listed. */
const named = (ticker: string): InstrumentSummary[] => [
  { entityId: nameId('test-index', ticker), ticker, name: `Index ${ticker}` },
]

/** Which kind of question on the market as a whole a message is taken for; null for none. */
function marketKind(message: string): string | null {
  if (askedHours(message, [], NOW) !== null) return 'hours'
  if (askedTrends(message) !== null) return 'trends'
  if (askedMoves(message, NOW) !== null) return 'moves'
  if (marketIn(message, named) !== null || marketAgainst(message, named) !== null) return 'indices'
  const { metrics, hasTopic } = readMessage(message, () => [])
  return metrics.length === 1 && metrics[0] === 'news' && !hasTopic && asksHeadlines(message)
    ? 'headlines'
    : null
}

describe('questions on the market', () => {
  it.each([
    ['Is the NYSE open?', 'hours'],
    ['what is trending?', 'trends'],
    ['top gainers today', 'moves'],
    ['How did the market do this year?', 'indices'],
    ['any news today?', 'headlines'],
    ['What was the revenue in 2019?', null],
  ])('%s is one of: %s', (message, kind) => expect(marketKind(message)).toBe(kind))
})

/** All that is asked of documents in TAT-QA and MTRAG. */
function documentQuestions(): string[] {
  const ofTables = tableContexts(realData).flatMap(({ questions }) =>
    questions.map(({ question }) => question),
  )
  const ofTalks = conversationTurns(realData).flatMap(({ input }) =>
    input.filter(({ speaker }) => speaker === 'user').map(({ text }) => text),
  )
  return [...new Set([...ofTables, ...ofTalks])]
}

describeRealData('questions on documents', () => {
  it('of TAT-QA and MTRAG are none on the market as a whole', () => {
    const all = documentQuestions()
    expect(all.length).toBeGreaterThan(1_700)
    expect(all.filter((message) => marketKind(message) !== null)).toEqual([])
  })

  it('of TAT-QA and MTRAG are none on what is computed of prices, or of what the user has paid', () => {
    const isOther = (message: string): boolean =>
      riskAsks(message).length > 0 ||
      indicatorAsks(message).length > 0 ||
      asksInvestment(message) ||
      asksCosts(message)
    expect(documentQuestions().filter(isOther)).toEqual([])
  })
})
