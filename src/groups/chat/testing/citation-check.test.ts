import { expect, it } from 'vitest'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import { nameId } from '../../../kernel/ids.ts'
import type { SourceRecord } from '../answer.ts'
import { citationFaults } from './citation-check.ts'
import { soundness } from './citation-eval.ts'

const RECORD: SourceRecord = {
  kind: 'article',
  docId: nameId('test', 'record'),
  headline: 'Sales of 2019',
  url: 'https://n.example/1',
  text: 'Sales were 1,200 after 1,000.',
  asOf: null,
  simulated: false,
}
const SOURCE = { n: 1, docId: RECORD.docId, headline: RECORD.headline, url: RECORD.url }

it.each([
  ['Sales of 2019 were 1,200 [1].', true],
  ['They grew by (1,200 − 1,000) / 1,000 = 20 % [1].', true],
  ['They grew by (1,200 − 1,000) / 1,000 = 30 % [1].', false],
  ['They grew by (1,300 − 1,000) / 1,000 = 30 % [1].', false],
  ['Sales were 1,300 [1].', false],
  ['Sales were 1,200 [2].', false],
  ['Sales were 1,200.', false],
])('%s', (text, isSound) => {
  expect(citationFaults({ text, sources: [SOURCE], records: [RECORD] }).length === 0).toBe(isSound)
})

it('an address that is not as supplied is a fault', () => {
  const sources = [{ ...SOURCE, url: 'https://n.example/1?utm=x' }]
  expect(citationFaults({ text: 'Sales rose [1].', sources, records: [RECORD] })).toEqual([
    '[1] is no record',
  ])
})

describeRealData('citations of answers on real pages', () => {
  it('hold, each of them', { timeout: 60_000 }, async () => {
    const { cited, sound, faults } = await soundness(realData, 20)
    expect(faults).toEqual([])
    expect(cited).toBeGreaterThan(50)
    expect(sound).toBe(cited)
  })
})
