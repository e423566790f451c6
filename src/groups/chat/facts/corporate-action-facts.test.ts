import { expect, it } from 'vitest'
import { instant } from '../../../../tests/support/factories.ts'
import { nameId } from '../../../kernel/ids.ts'
import { parseDay } from '../../../kernel/time.ts'
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
  const about = { currency: 'USD', now: NOW, range: null, shares: null, simulated: false }
  expect(dividendFact(KO, dividends, about).sentences).toEqual([
    'The Coca-Cola Company (KO) last went ex-dividend on 2025-09-15, with USD 0.51 a share.',
    'With it 3 dividends had their ex-date in the last twelve months, together USD 1.505 a share: 0.485 + 0.51 + 0.51.',
  ])
  expect(dividendFact(KO, dividends, { ...about, shares: 100 }).sentences[2]).toBe(
    'For 100 of them those in the last twelve months are USD 150.50 before tax: 100 × 1.505.',
  )
  expect(dividendFact(KO, dividends.slice(0, 1), about).sentences).toHaveLength(1)
  expect(dividendFact(KO, [], about).sentences).toEqual([
    'No cash dividend of The Coca-Cola Company (KO) is recorded.',
  ])
})

it('says the dividends of a time that is named, and that it has none where it has none', () => {
  const dividends = [paid('2024-09-13', 0.485), paid('2024-11-29', 0.485), paid('2025-03-14', 0.51)]
  const of = (from: string, to: string) => ({
    currency: 'USD',
    now: NOW,
    range: { from: instant(`${from}T00:00:00Z`), to: instant(`${to}T23:59:59Z`) },
    shares: null,
    simulated: false,
  })
  expect(dividendFact(KO, dividends, of('2024-01-01', '2024-12-31')).sentences).toEqual([
    'The Coca-Cola Company (KO) went ex-dividend on 2024-11-29, with USD 0.485 a share.',
    'With it 2 dividends had their ex-date from 2024-01-01 to 2024-12-31, together USD 0.97 a share: 0.485 + 0.485.',
  ])
  expect(dividendFact(KO, dividends, of('2023-01-01', '2023-12-31')).sentences).toEqual([
    'No cash dividend of The Coca-Cola Company (KO) is recorded from 2023-01-01 to 2023-12-31.',
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
