import { expect, it } from 'vitest'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import {
  aliasInstruments,
  countLinks,
  dictionaryLinker,
  labelledHeadlines,
  ourLinker,
} from './linking-eval.ts'

describeRealData('linking on SEntFiN', () => {
  it.each([false, true])(
    'keeps precision at 0.9 and recall at 0.92 on each half (held out: %s)',
    (heldOut) => {
      const instruments = aliasInstruments(realData)
      const half = labelledHeadlines(realData).filter((each) => each.heldOut === heldOut)
      const { right, wrong, missing } = countLinks(half, instruments, ourLinker(instruments))
      expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.9)
      expect(right / (right + missing)).toBeGreaterThanOrEqual(0.92)
    },
  )

  it('counts a plain dictionary at 0.67 and 0.98', () => {
    const instruments = aliasInstruments(realData)
    const headlines = labelledHeadlines(realData)
    const { right, wrong, missing } = countLinks(headlines, instruments, dictionaryLinker(instruments))
    expect(right / (right + wrong)).toBeCloseTo(0.67, 1)
    expect(right / (right + missing)).toBeCloseTo(0.98, 2)
  })
})
