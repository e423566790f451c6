import { describe, expect, test } from 'vitest'
import { changedTickers } from './ticker-timeline.ts'

/** `FB 2012-05-18..2022-06-08`, with `?` for a day that nobody knows. */
const parse = (text: string) => {
  const [, ticker = '', from = '', to = ''] = /^(.+) (.+)\.\.(.+)$/.exec(text) ?? []
  const day = (word: string): string | null => (word === '?' ? null : word)
  return { ticker, from: day(from), to: day(to) }
}

/** The tickers after changes such as `META 2022-06-09`, one after the other; the present one last. */
function after(now: string, past: readonly string[], ...changes: string[]): string[] {
  let tickers: Parameters<typeof changedTickers>[0] = { now, past: past.map(parse) }
  for (const change of changes) {
    const [, ticker = '', from = ''] = /^(.+) (.+)$/.exec(change) ?? []
    tickers = changedTickers(tickers, { ticker, from, mic: 'XNAS' })
  }
  const days = tickers.past.map(({ ticker, from, to }) => `${ticker} ${from ?? '?'}..${to ?? '?'}`)
  return [...days, tickers.now]
}

describe('a change after all that is known of', () => {
  test('gives the listing its ticker, and the old one ends on the day before', () => {
    expect(after('FB', [], 'META 2022-06-09')).toEqual(['FB ?..2022-06-08', 'META'])
  })

  test('begins the old ticker where the one before it ended, if that is known', () => {
    const past = ['A ?..2010-12-31']
    expect(after('B', past, 'C 2020-01-01')).toEqual([...past, 'B 2011-01-01..2019-12-31', 'C'])
    const undated = ['X ?..?']
    expect(after('B', undated, 'C 2020-01-01')).toEqual([...undated, 'B ?..2019-12-31', 'C'])
  })

  test('may give back a ticker of the past, which is remembered by its last time', () => {
    const [back, gone] = [
      after('A', [], 'B 2010-01-01', 'A 2015-01-01'),
      after('A', [], 'B 2010-01-01', 'A 2015-01-01', 'C 2020-01-01'),
    ]
    expect(back).toEqual(['A ?..2009-12-31', 'B 2010-01-01..2014-12-31', 'A'])
    expect(gone).toEqual(['A 2015-01-01..2019-12-31', 'B 2010-01-01..2014-12-31', 'C'])
  })

  test('replaces what was said of its own day', () => {
    expect(after('FB', [], 'METAA 2022-06-09', 'META 2022-06-09')).toEqual(['FB ?..2022-06-08', 'META'])
  })

  test('to the ticker that it has changes nothing but the spelling', () => {
    expect(after('META', ['FB ?..2022-06-08'], 'META 2022-06-09')).toEqual(['FB ?..2022-06-08', 'META'])
    expect(after('BRK-B', [], 'BRK.B 2022-06-09')).toEqual(['BRK.B'])
  })

  test('to the ticker that it has tells when the one that it had ended', () => {
    expect(after('META', ['FB ?..?'], 'META 2022-06-09')).toEqual(['FB ?..2022-06-08', 'META'])
    const several = ['FB ?..?', 'F ?..?']
    expect(after('META', several, 'META 2022-06-09')).toEqual([...several, 'META'])
    const later = ['FB 2023-01-01..?']
    expect(after('META', later, 'META 2022-06-09')).toEqual([...later, 'META'])
  })
})

describe('a change of the past', () => {
  test('divides the time of the ticker that it had then, in whatever order changes are told', () => {
    const whole = ['A ?..2014-12-31', 'B 2015-01-01..2019-12-31', 'C']
    expect(after('A', [], 'C 2020-01-01', 'B 2015-01-01')).toEqual(whole)
    expect(after('A', [], 'B 2015-01-01', 'C 2020-01-01')).toEqual(whole)
    expect(after('A', [], 'D 2022-01-01', 'B 2015-01-01', 'C 2020-01-01')).toEqual([
      'A ?..2014-12-31',
      'B 2015-01-01..2019-12-31',
      'C 2020-01-01..2021-12-31',
      'D',
    ])
  })

  test('replaces what was said of its own day', () => {
    const past = ['A ?..2014-12-31', 'B 2015-01-01..2019-12-31']
    expect(after('C', past, 'X 2015-01-01')).toEqual([past[0], 'X 2015-01-01..2019-12-31', 'C'])
  })

  test('to the ticker that came next says that it came earlier', () => {
    const past = ['A ?..2014-12-31', 'B 2015-01-01..2019-12-31']
    expect(after('C', past, 'B 2014-07-01')).toEqual(['A ?..2014-06-30', 'B 2014-07-01..2019-12-31', 'C'])
    expect(after('C', past, 'C 2019-07-01')).toEqual([past[0], 'B 2015-01-01..2019-06-30', 'C'])
  })

  test('to the ticker that it had says nothing new', () => {
    const past = ['A ?..2014-12-31', 'B 2015-01-01..2019-12-31']
    expect(after('C', past, 'B 2016-01-01')).toEqual([...past, 'C'])
  })

  test('lasts until the next ticker that is known', () => {
    const past = ['B 2015-01-01..2019-12-31']
    expect(after('C', past, 'A 2010-01-01')).toEqual(['A 2010-01-01..2014-12-31', ...past, 'C'])
  })
})
