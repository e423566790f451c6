import { expect, it } from 'vitest'
import { cpuMs } from '../../../../tests/support/cpu-time.ts'
import { instant } from '../../../../tests/support/factories.ts'
import { readQuestion } from './understood.ts'

const LONGEST = 8_000

it.each([
  'debt/',
  'revenue to ',
  'capex-to-cash ',
  'share of revenue ',
  'how much of its revenue is ',
  'will it go up and ',
  'best year and worst ',
  'what if I had put 500 in it in ',
  'in euros and ',
  'highest close vs ',
  'the first week of ',
  'my gains without ',
  'cash vs its debt ',
  'within 5 days after ',
  'when did it peak ',
  'grew in 3 years ',
  'my portfolio peak ',
  'how much would 10,000 dollars in it pay ',
  'revenue per day ',
  'won to dollars ',
  '5 trading days before and after ',
  'what did it cost in ',
  'how much does Apple move per day ',
  'my apple vs ',
  'gold and bonds correlation ',
  'how many times its cash is its debt ',
  'rose ,,,   why',
  'for 500 shares ',
  'the 5 days before ',
])('a question as long as it may be of nothing but “%s” is read in a moment', (words) => {
  const message = words.repeat(LONGEST / words.length)
  const asked = { message, history: [], instruments: [], includePortfolio: true }
  const began = cpuMs()
  const { message: read } = readQuestion(
    { ...asked, now: instant('2026-06-13T15:00:00Z'), owner: { tenantId: 'a', userId: 'b' } },
    () => [],
  )
  expect(read.text).toContain(words.trim())
  expect(cpuMs() - began).toBeLessThan(1_000)
})
