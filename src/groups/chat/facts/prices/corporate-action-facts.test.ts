import { expect, it } from 'vitest'
import { instant } from '../../../../../tests/support/factories.ts'
import { nameId } from '../../../../kernel/ids.ts'
import { parseDay } from '../../../../kernel/time.ts'
import { dividendFact, splitFact } from './corporate-action-facts.ts'

const KO = { entityId: nameId('test', 'KO'), ticker: 'KO', name: 'The Coca-Cola Company' }
const NOW = instant('2025-11-20T15:00:00Z')
const day = (text: string): number => parseDay(text) ?? 0
const paid = (date: string, amount: number) => ({ exDay: day(date), amount })

it('says the last dividend, and the sum of twelve months with its parts', () => {
  const dividends = [
    paid('2024-09-13', 0.485),
    paid('2024-11-29', 0.485),
    paid('2025-03-14', 0.51),
    paid('2025-09-15', 0.51),
  ]
  const about = { currency: 'USD', now: NOW, range: null, shares: null, splits: [], simulated: false }
  expect(dividendFact(KO, dividends, about).sentences).toEqual([
    'The Coca-Cola Company (KO) last went ex-dividend on 2025-09-15, with USD 0.51 a share.',
    'With it 3 dividends had their ex-date in the last twelve months, together USD 1.505 a share: 0.485 + 0.51 + 0.51.',
  ])
  expect(dividendFact(KO, dividends, { ...about, shares: 100 }).sentences[2]).toBe(
    '100 shares had USD 150.50 of dividends in the last twelve months, before tax: 100 × 1.505.',
  )
  expect(dividendFact(KO, dividends.slice(0, 1), about).sentences).toHaveLength(1)
  expect(dividendFact(KO, [], about).sentences).toEqual([
    'No cash dividend of The Coca-Cola Company (KO) is recorded.',
  ])
})

it('says since when they are known, and the years without one', () => {
  const about = { currency: 'USD', now: NOW, range: null, shares: null, splits: [], simulated: false }
  const since = (...dates: string[]): string | undefined =>
    dividendFact(
      KO,
      dates.map((date) => paid(date, 1)),
      { ...about, isSince: true },
    ).sentences[0]
  expect(since('2023-05-01', '2024-05-01', '2025-05-01')).toBe(
    'The first dividend of The Coca-Cola Company (KO) that is stored had its ex-date on 2023-05-01, and since then there has been one in each calendar year; what was paid before is not stored.',
  )
  expect(since('2021-05-01', '2023-05-01')).toContain('and since then there was none in 2022, 2024;')
})

it('says the dividends of a time that is named, and that it has none where it has none', () => {
  const dividends = [paid('2024-09-13', 0.485), paid('2024-11-29', 0.485), paid('2025-03-14', 0.51)]
  const of = (from: string, to: string) => ({
    currency: 'USD',
    now: NOW,
    range: { from: instant(`${from}T00:00:00Z`), to: instant(`${to}T23:59:59Z`) },
    shares: null,
    splits: [],
    simulated: false,
  })
  expect(dividendFact(KO, dividends, of('2024-01-01', '2024-12-31')).sentences).toEqual([
    'The Coca-Cola Company (KO) went ex-dividend on 2024-11-29, with USD 0.485 a share.',
    'With it 2 dividends had their ex-date from 2024-01-01 to 2024-12-31, together USD 0.97 a share: 0.485 + 0.485.',
  ])
  expect(dividendFact(KO, dividends, of('2023-01-01', '2023-12-31')).sentences).toEqual([
    'No cash dividend of The Coca-Cola Company (KO) is recorded from 2023-01-01 to 2023-12-31. Those that are recorded went ex from 2024-09-13 to 2025-03-14.',
  ])
})

it('says the splits, the newest first, or that there is none', () => {
  const about = { now: NOW, simulated: true }
  const splits = [
    { exDay: day('2012-08-13'), factor: 2 },
    { exDay: day('2021-08-02'), factor: 1 / 8 },
  ]
  expect(splitFact(KO, splits, about)).toMatchObject({
    sentences: ['The Coca-Cola Company (KO) split its shares 1:8 on 2021-08-02, 2:1 on 2012-08-13.'],
    record: { url: `/v1/instruments/${KO.entityId}/corporate-actions?type=split`, simulated: true },
  })
  expect(splitFact(KO, [], about).sentences).toEqual(['No split of The Coca-Cola Company (KO) is recorded.'])
})

it('sums dividends of both sides of a split as shares counted at the end of the time', () => {
  const dividends = [
    paid('2014-02-06', 3.05),
    paid('2014-05-08', 3.29),
    paid('2014-08-07', 0.47),
    paid('2014-11-06', 0.47),
  ]
  const splits = [
    { exDay: day('2014-06-09'), factor: 7 },
    { exDay: day('2020-08-31'), factor: 4 },
  ]
  const range = { from: instant('2014-01-01T00:00:00Z'), to: instant('2014-12-31T23:59:59Z') }
  const about = { currency: 'USD', now: NOW, range, shares: 100, splits, simulated: false }
  expect(dividendFact(KO, dividends, about).sentences.slice(1)).toEqual([
    'With it 4 dividends had their ex-date from 2014-01-01 to 2014-12-31, together USD 1.8457 a share, on the split basis of 2014-12-31: 0.4357 + 0.47 + 0.47 + 0.47.',
    '100 shares, on the split basis of 2014-12-31, had USD 184.57 of dividends from 2014-01-01 to 2014-12-31, before tax: 100 × 1.8457.',
  ])
})

it('tells dividends year by year, as shares are counted now, without the first year that may be half known', () => {
  const dividends = [
    paid('2022-09-13', 1),
    paid('2023-03-13', 1),
    paid('2023-09-13', 1),
    paid('2024-03-14', 0.6),
    paid('2024-09-13', 0.6),
    paid('2025-03-14', 0.7),
  ]
  const splits = [{ exDay: day('2024-01-02'), factor: 2 }]
  const about = { currency: 'USD', now: NOW, range: null, shares: null, splits, simulated: false }
  expect(dividendFact(KO, dividends, { ...about, isByYear: true }).sentences.slice(1)).toEqual([
    'By the calendar year of the ex-date the dividends of a share, as shares are counted now, were: 2024, USD 1.2; 2023, USD 1.',
    'From 2023 to 2024 they changed by (1.2 − 1) / 1 = 20.0 %.',
  ])
  expect(dividendFact(KO, dividends.slice(3), { ...about, isByYear: true }).sentences).toHaveLength(1)
})

it('tells years without dividends between years with some', () => {
  const dividends = ['2020-05-04', '2021-05-04', '2022-05-04', '2024-05-03', '2025-05-02'].map((on) => ({
    exDay: day(on),
    amount: 1,
  }))
  const about = { currency: 'USD', now: NOW, range: null, shares: null, splits: [], simulated: false }
  const told = (all: typeof dividends) => dividendFact(KO, all, { ...about, isByYear: true }).sentences
  expect(told(dividends)).toContainEqual(expect.stringContaining('2024, USD 1; 2023, USD 0; 2022, USD 1;'))
  // Of the current year not all is known, and nothing has grown from nothing.
  expect(told(dividends.toSpliced(2, 1)).at(-1)).toMatch(/were: .*2024, USD 1; 2023, USD 0; 2022, USD 0;/)
})
