import { describe, expect, it } from 'vitest'
import { instant } from '../../../../../tests/support/factories.ts'
import { formatDay } from '../../../../kernel/time.ts'
import { askedHours } from './market-hours.ts'

/** A Wednesday afternoon in New York, the day before Thanksgiving. */
const NOW = instant('2026-11-25T18:00:00Z')

function asked(message: string, before: readonly string[] = [], now = NOW): string | null {
  const history = before.map((content) => ({ role: 'user' as const, content }))
  const found = askedHours(message, history, now)
  if (found === null) return null
  const day = found.day === null ? (found.isOfHolidays ? 'holidays' : 'now') : formatDay(found.day)
  return `${found.markets.map(({ mic }) => mic).join(' ')} ${day}`
}

describe('hours of exchanges', () => {
  it.each([
    ['Is the market open?', 'XNYS now'],
    ['Is the NYSE open now?', 'XNYS now'],
    ['when does the Nasdaq close?', 'XNAS now'],
    ['What are the trading hours of Xetra?', 'XETR now'],
    ['London Stock Exchange trading hours', 'XLON now'],
    ['market hours Tokyo', 'XTKS now'],
    ['When does Tokyo open?', 'XTKS now'],
    ['Are the German and the Japanese markets open?', 'XETR XTKS now'],
    ['Is the crypto market open on Sunday?', 'CCC 2026-11-29'],
    ['Is the market open today?', 'XNYS 2026-11-25'],
    ['Is the stock market open tomorrow?', 'XNYS 2026-11-26'],
    ['Are the markets open on Friday?', 'XNYS 2026-11-27'],
    ['Is the market open on Thanksgiving?', 'XNYS 2026-11-26'],
    ['Is the stock market open on Christmas Eve?', 'XNYS 2026-12-24'],
    ["Will the market be closed on New Year's Day?", 'XNYS 2027-01-01'],
    ['Was the market open on Thanksgiving last year?', 'XNYS 2025-11-27'],
    ['Is the market open on 2026-12-26?', 'XNYS 2026-12-26'],
    ['Is tomorrow a trading day?', 'XNYS 2026-11-26'],
    ['Is the Australian market open?', 'XASX now'],
    ['Is the Canada market open on Canada Day?', 'XTSE 2027-07-01'],
    ['When will the stock market next open?', 'XNYS now'],
    ['Does the Tokyo Stock Exchange trade on Monday?', 'XTKS 2026-11-30'],
    ['stock market holidays', 'XNYS holidays'],
    ['When is the next market holiday?', 'XNYS holidays'],
    ['upcoming LSE holidays', 'XLON holidays'],
  ])('%s', (message, expected) => expect(asked(message)).toBe(expected))

  it.each([
    'When did the S&P 500 close above 7000?',
    'Did the market close higher yesterday?',
    'How did Asian markets close yesterday?',
    'Is Apple stock trading at a premium?',
    'Is the market open to foreign investors?',
    'What is the market cap of Apple?',
    'How many stores does it have in London, and when were they opened by the company?',
    'Why did holiday sales fall?',
    'How did holiday sales affect the London market?',
    'When did its London office open?',
    'Will the Paris store close this year?',
    'Did the Toronto branch open in 2020?',
    'What are the opening hours of the London office?',
    'Is the labor market open to migrants?',
    'When will the market open up to competition?',
    'Will the Tokyo exchange close the deal?',
    'What is the closing price of Apple?',
  ])('are not asked for by: %s', (message) => expect(asked(message)).toBeNull())

  it('are gone on with for another day or place', () => {
    expect(asked('and tomorrow?', ['Is the NYSE open?'])).toBe('XNYS 2026-11-26')
    expect(asked('and London?', ['Is the NYSE open?'])).toBe('XLON now')
    expect(asked('and on Friday?', ['Is the NYSE open?', 'and London?'])).toBe('XNYS 2026-11-27')
    expect(asked('and Apple?', ['Is the NYSE open?'])).toBeNull()
    expect(asked('and tomorrow?', ['How did Apple do?'])).toBeNull()
  })

  it('have the days of the market, not of UTC', () => {
    const evening = instant('2026-11-26T01:00:00Z')
    expect(asked('Is the market open tomorrow?', [], evening)).toBe('XNYS 2026-11-26')
    expect(asked('Is the Tokyo exchange open today?', [], evening)).toBe('XTKS 2026-11-26')
  })

  it('takes a long message', () => {
    expect(asked('is the market '.repeat(5_000))).toBeNull()
    expect(asked(`and ${'x '.repeat(10_000)}`, ['Is the market open?'])).toBeNull()
  })
})
