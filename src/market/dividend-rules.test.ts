import { expect, test } from 'vitest'
import { parseDay } from '../kernel/time.ts'
import { zeroBars } from './bars.ts'
import { believableDividends } from './dividend-rules.ts'

const DAY_MS = 86_400_000
const day = (text: string): number => parseDay(text) ?? 0

function barsOf(...closes: Array<[string, number]>) {
  const bars = zeroBars(closes.length)
  for (const [index, [date, close]] of closes.entries()) {
    bars.at[index] = day(date) * DAY_MS
    bars.close[index] = close
  }
  return bars
}

// 40 before a split of 4, 10 after it: of 20 a share before it 5 are left.
const SPLITS = [{ exDay: day('2025-03-04'), factor: 4 }]
const ADJUSTED = barsOf(['2025-03-03', 10], ['2025-03-04', 10], ['2025-03-05', 10])
const TRADED = barsOf(['2025-03-03', 40], ['2025-03-04', 10], ['2025-03-05', 10])

test.each([
  // Of the day before the split, in shares as they counted then.
  ['split_adjusted', '2025-03-03', 39, true],
  ['split_adjusted', '2025-03-04', 9.9, true],
  ['split_adjusted', '2025-03-04', 10, false],
  ['as_traded', '2025-03-04', 9.9, true],
  ['as_traded', '2025-03-04', 10, false],
  ['as_traded', '2025-03-05', 9.9, true],
  ['as_traded', '2025-03-05', 40, false],
] as const)('%s: of %s a dividend of %d is believed: %s', (basis, exDate, amount, isBelieved) => {
  const bars = basis === 'as_traded' ? TRADED : ADJUSTED
  const found = believableDividends([{ exDay: day(exDate), amount }], bars, { basis, splits: SPLITS })
  expect([found.dividends.length, found.findings.length]).toEqual(isBelieved ? [1, 0] : [0, 1])
})
