import { describe, expect, test } from 'vitest'
import {
  holdingsFilterAfter,
  holdingsFilterIn,
  type HeldRank,
  holdingsFilterWithout,
  kindsLeftOut,
  leftOutSaid,
} from './holdings-filter.ts'

const cash = { isCash: true, of: null, rank: null }
const largest = (count: number, isLeast = false) => ({ isCash: false, of: null, rank: { count, isLeast } })
const ofKind = (kind: string, rank: HeldRank | null = null) => ({ isCash: false, of: { kind }, rank })

describe('the part of a portfolio that a question is about', () => {
  test.each([
    ['How much cash do I have?', cash],
    ["What's my cash balance?", cash],
    ['What was my cash on 2026-06-01?', cash],
    ['my cash in the bank', cash],
    ['How much money do I have left?', cash],
    ['what percentage is cash', cash],
    ['and what share of it is in cash?', cash],
    ['What is my biggest holding?', largest(1)],
    ['Which of my positions is the smallest?', largest(1, true)],
    ['top 3 holdings in my portfolio', largest(3)],
    ['What are my five largest positions?', largest(5)],
    ['News on my 2 biggest stocks', largest(2)],
    ['What are my largest holdings?', largest(5)],
    ['and the smallest?', largest(1, true)],
    ['what tech do I own?', ofKind('sector')],
    ['What do I own in tech?', ofKind('sector')],
    ['How did my health care stocks do this month?', ofKind('sector')],
    ['Which of my holdings are in energy?', ofKind('sector')],
    ['Do I own any crypto?', ofKind('crypto')],
    ['Which ETFs do I hold?', ofKind('etf')],
    ['my 3 largest tech holdings', ofKind('sector', { count: 3, isLeast: false })],
    ['which of my tech stocks is the biggest', ofKind('sector', { count: 1, isLeast: false })],
    ['What is my smallest ETF?', ofKind('etf', { count: 1, isLeast: true })],
  ])('%s', (question, part) => expect(holdingsFilterIn(question)).toMatchObject(part))

  test.each([
    'What is my portfolio worth?',
    'What share of my portfolio is in cash?',
    'how much money have I made this year?',
    'how much money have i lost this month',
    'how much money do I have in stocks?',
    'What is my cash flow?',
    'What is my biggest gain?',
    'What was my largest purchase?',
    'my biggest investment mistake',
    'my second largest holding',
    'my largest holdings in Europe',
    'Which of my holdings made the biggest move today?',
    'My top performing stocks this year',
    'Did my portfolio beat the tech sector?',
    'What chip stocks do I own?',
    'my bank stocks',
    'my tech stocks and ETFs',
    'Do I own Bank of America stock?',
  ])('is all of it: %s', (question) => expect(holdingsFilterIn(question)).toBeNull())

  test('tells whether the name of a sector is the one that is meant', () => {
    const of = holdingsFilterIn('my tech stocks')?.of
    const isSector = of?.kind === 'sector' ? of.isSector : null
    const names = ['Technology', 'Information Technology', 'Energy', 'Biotechnology']
    expect(names.map((name) => isSector?.(name))).toEqual([true, true, false, false])
  })

  test('is found in time linear in the question', () => {
    const began = process.cpuUsage()
    for (const part of [
      'how much cash ',
      'top 3 ',
      'largest two of my ',
      'in tech ',
      'my crypto ',
      'stocks is ',
      'biggest a ',
    ])
      holdingsFilterIn(part.repeat(5_000))
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
  })
})

test.each([
  'largest position excluding funds',
  'my holdings other than tech stocks',
  'what do I own without ETFs?',
])('what is left without a part is none: %s', (question) => expect(holdingsFilterIn(question)).toBeNull())

test.each([
  ['how did it do today?', 'which is the largest?', 'which is the largest'],
  ['and how did they do?', 'my 3 largest holdings', '3 largest holdings'],
  // Of several none is `it`.
  ['how did it do today?', 'my 3 largest holdings', null],
  ['and by sector?', 'which is the largest?', null],
])('%s behind %s is of %s', (question, before, said) =>
  expect(holdingsFilterAfter(question, [before])?.said ?? null).toBe(said),
)

describe('kinds of holdings that are left out', () => {
  test.each([
    ['my holdings except funds', ['etf'], 'funds'],
    ['what do I own without ETFs and crypto?', ['crypto', 'etf'], 'crypto, ETFs'],
    ['Which of my holdings are not tech stocks?', ['sector'], 'tech'],
    ['my holdings other than energy', ['sector'], 'energy'],
  ])('%s', (question, kinds, said) => {
    expect(kindsLeftOut(question)?.kinds.map(({ kind }) => kind)).toEqual(kinds)
    expect(kindsLeftOut(question)?.said).toBe(said)
  })

  test.each(['my holdings', 'my holdings except bank stocks', 'my fund holdings without Apple'])(
    'are none: %s',
    (question) => expect(kindsLeftOut(question)).toBeNull(),
  )

  test('leave the rest of the part', () => {
    const kinds = kindsLeftOut('my largest position excluding funds')
    const part = holdingsFilterAfter(kinds?.before ?? '', [])
    expect(holdingsFilterWithout(part, { instruments: [], kinds })).toMatchObject({
      rank: { count: 1 },
      withoutKinds: [{ kind: 'etf' }],
    })
  })

  test('are said in the words of the question', () => {
    expect(leftOutSaid('my holdings except the losers of today?')).toBe('except the losers of today')
    expect(leftOutSaid('my holdings')).toBeNull()
  })
})

test('the part of a question before the last is meant where that referred to it', () => {
  const before = ['What is my largest holding?', 'how did it do this week?']
  expect(holdingsFilterAfter('any news on it?', before)?.rank).toEqual({ count: 1, isLeast: false })
  expect(
    holdingsFilterAfter('any news on it?', ['What is my largest holding?', 'What is my return?']),
  ).toBeNull()
})
