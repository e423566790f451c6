import { expect, it } from 'vitest'
import { nearTickers } from './ticker-spellings.ts'

it.each([
  ['APPL', 'AAPL'],
  ['TSAL', 'TSLA'],
  ['MSF', 'MSFT'],
  ['MSFTT', 'MSFT'],
  ['NVDS', 'NVDA'],
  ['brkb', 'BRK.B'],
])('%s is a slip away from %s', (asked, meant) => {
  expect(nearTickers(asked)).toContain(meant)
})

it('is never the ticker itself or nothing, and nothing is near what is too long to be one', () => {
  expect(nearTickers('A')).not.toContain('')
  expect(nearTickers('AAPL')).not.toContain('AAPL')
  expect(nearTickers('A'.repeat(13))).toEqual([])
  expect(nearTickers('A'.repeat(12)).length).toBeLessThan(1_200)
})
