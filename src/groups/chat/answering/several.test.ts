import { describe, expect, it } from 'vitest'
import { nameId } from '../../../kernel/ids.ts'
import { type Evidence, SIMULATED, type SourceRecord } from '../answer.ts'
import { merged, questionsIn } from './several.ts'

const APPLE = { entityId: nameId('test', 'AAPL'), ticker: 'AAPL', name: 'Apple Inc.' }
const named = (text: string) => (text.toLowerCase() === 'apple' ? [APPLE] : [])

describe('the questions of a message', () => {
  it.each([
    ['What is the price of Apple? What was the revenue of Apple in 2023?', 2],
    ['What is the price of Apple?', 1],
    ['What is the price of Apple? And in 2023?', 1],
    ['Hello there? What is the price of Apple?', 1],
    ['price of Apple? revenue of Apple? news of Apple? P/E of Apple? EPS of Apple?', 1],
  ])('%s', (message, count) => expect(questionsIn(message, named)).toHaveLength(count))
})

const record = (name: string): SourceRecord => ({
  kind: 'fact',
  docId: nameId('test', name),
  headline: name,
  url: '/',
  text: name,
  asOf: null,
  simulated: true,
})
const evidence = (
  names: readonly string[],
  sources: readonly number[][],
  notes: string[] = [],
): Evidence => ({
  question: names.join(),
  instruments: [APPLE],
  isNews: false,
  records: names.map(record),
  findings: sources.map((each) => ({ text: names[each[0] ?? 0] ?? '', sources: each })),
  clarification: null,
  notes,
})

it('keeps what each found with its records, each record once, and says what is simulated last', () => {
  const all = merged([
    evidence(['a', 'b'], [[0], [0, 1]], [SIMULATED, 'one']),
    evidence(['b', 'c'], [[1], [0]], [SIMULATED, 'two']),
  ])
  expect(all.records.map(({ headline }) => headline)).toEqual(['a', 'b', 'c'])
  expect(all.findings).toEqual([
    { text: 'a', sources: [0] },
    { text: 'a', sources: [0, 1] },
    { text: 'c', sources: [2] },
    { text: 'b', sources: [1] },
  ])
  expect(all.notes).toEqual(['one', 'two', SIMULATED])
  expect(all.instruments).toEqual([APPLE])
})

it('keeps that something is told beside the answer', () => {
  const held = evidence(['a'], [[0]])
  const beside = { ...held, findings: held.findings.map((each) => ({ ...each, isBeside: true as const })) }
  expect(merged([evidence(['b'], [[0]]), beside]).findings).toEqual([
    { text: 'b', sources: [0] },
    { text: 'a', sources: [1], isBeside: true },
  ])
})

it('has as many records of each as the others leave, and no finding without its records', () => {
  const names = Array.from({ length: 10 }, (_, at) => `r${at}`)
  const many = evidence(
    names,
    names.map((_, at) => [at]),
  )
  const all = merged([many, evidence(['x'], [[0]])])
  expect(all.records).toHaveLength(6)
  expect(all.findings.map(({ sources }) => sources[0])).toEqual([0, 1, 2, 3, 4, 5])
})
