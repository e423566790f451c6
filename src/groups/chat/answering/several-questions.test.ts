import { describe, expect, it } from 'vitest'
import { nameId } from '../../../kernel/ids.ts'
import { type Evidence, SIMULATED, type SourceRecord } from '../answer.ts'
import { merged, questionsIn } from './several-questions.ts'

const APPLE = { entityId: nameId('test', 'AAPL'), ticker: 'AAPL', name: 'Apple Inc.' }
const named = (text: string) => (text.toLowerCase() === 'apple' ? [APPLE] : [])

describe('the questions of a message', () => {
  it.each([
    ['What is the price of Apple? What was the revenue of Apple in 2023?', 2],
    ['What is the price of Apple?', 1],
    ['What is the price of Apple? And in 2023?', 1],
    ['What is the price of Apple and what was its revenue in 2023?', 2],
    ['What is my portfolio worth, and how did Apple do? And what was its revenue?', 3],
    ['How much cash do I have and what dividends did I get in 2025?', 2],
    // The time that one of them names is that of both.
    ['In 2022, how did Apple do and what was its revenue?', 1],
    ['What was the revenue of Apple and what was the net income of Apple in 2023?', 1],
    ['Did Apple split in 2020 and how did it do that year?', 1],
    ['What did Apple close at and how does its price compare with its high?', 1],
    // Of the same, and of the time that one of them names.
    ['What was the revenue of Apple and what was the revenue of Apple in 2023?', 1],
    // What happened, and why, is told of one return.
    ['How much did Apple fall and why did it fall?', 1],
    ['How much did Apple fall this week? Why did it fall?', 1],
    ['What is the price of Apple? Why did it fall?', 2],
    ['How much did Apple fall this year? Why did it fall in May?', 2],
    // What it is, is the answer to the question before.
    ['Which of my holdings fell most and what is its P/E?', 1],
    ['What was the revenue of Apple in 2023 and how did that compare to 2022?', 1],
    ['What is the price and what was its revenue?', 1],
    ['Hello there? What is the price of Apple?', 1],
    ['price of Apple? revenue of Apple? news of Apple? P/E of Apple? EPS of Apple?', 1],
  ])('%s', (message, count) => expect(questionsIn(message, named)).toHaveLength(count))
})

it('reads no more parts of a message than it would answer', () => {
  let read = 0
  const counting = (text: string) => {
    read += 1
    return named(text)
  }
  const clause = 'is the price of Apple high and '
  expect(questionsIn(clause.repeat(60).slice(0, 1_990), counting)).toHaveLength(1)
  expect(questionsIn('price of Apple? '.repeat(100), counting)).toHaveLength(1)
  expect(read).toBe(0)
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

it('says once what several found', () => {
  const all = merged([evidence(['a', 'b'], [[0], [1]]), evidence(['b', 'c'], [[0], [1]])])
  expect(all.findings).toEqual([
    { text: 'a', sources: [0] },
    { text: 'b', sources: [1] },
    { text: 'c', sources: [2] },
  ])
  expect(all.question).toBe('a,b; b,c')
})

it('keeps that a sentence accompanies the answer', () => {
  const held = evidence(['a'], [[0]])
  const accompanying = {
    ...held,
    findings: held.findings.map((each) => ({ ...each, isAccompanying: true as const })),
  }
  expect(merged([evidence(['b'], [[0]]), accompanying]).findings).toEqual([
    { text: 'b', sources: [0] },
    { text: 'a', sources: [1], isAccompanying: true },
  ])
})

it('has as many records of each as the others leave, and no finding without its records', () => {
  const names = (count: number, of: string) => Array.from({ length: count }, (_, at) => `${of}${at}`)
  const many = evidence(
    names(12, 'a'),
    names(12, 'a').map((_, at) => [at]),
  )
  const all = merged([many, evidence(names(1, 'b'), [[0]]), evidence(names(4, 'c'), [[3]])])
  expect(all.records.map(({ headline }) => headline)).toEqual([
    ...names(5, 'a'),
    ...names(1, 'b'),
    ...names(4, 'c'),
  ])
  expect(all.findings.map(({ sources }) => sources[0])).toEqual([0, 1, 2, 3, 4, 5, 9])
})

it('keeps a finding whose further sources have no room', () => {
  const names = Array.from({ length: 9 }, (_, at) => `a${at}`)
  const many = evidence(names, [[0, 8]])
  const all = merged([
    { ...many, findings: many.findings.map((each) => ({ ...each, needed: 1 })) },
    evidence(['b', 'c', 'd', 'e', 'f'], [[0]]),
  ])
  expect(all.findings).toMatchObject([{ sources: [0] }, { sources: [5] }])
})
