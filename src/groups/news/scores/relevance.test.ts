import { expect, test } from 'vitest'
import { cpuMs } from '../../../../tests/support/cpu-time.ts'
import { MATERIAL_EVENTS } from './events.ts'
import { estimateRelevance } from './relevance.ts'

const score = (headline: string, relevances: number[], body = '') =>
  estimateRelevance({ text: { headline, body }, entities: relevances.map((relevance) => ({ relevance })) })

test('the formula, worked by hand', () => {
  // aboutness 1; earnings in the headline 0.9 · 1; one figure of three: 0.35 + 0.5 · 0.9 + 0.15 / 3 = 0.85
  expect(score('Contoso quarterly profit falls 12% on weak demand', [1])).toBeCloseTo(0.85, 9)
  // no entity; a macro release 0.8 · 0.8 and no figure: 0.5 · 0.64 = 0.32
  expect(score('Inflation slows more than economists expected', [])).toBeCloseTo(0.32, 9)
  // aboutness 0.5; a dividend in the body 0.7 · 0.5 · 0.7; no figure: 0.175 + 0.5 · 0.245 = 0.2975
  expect(score('Contoso holds its annual meeting', [0.5], 'The dividend was approved.')).toBeCloseTo(
    0.2975,
    9,
  )
})

test('news of the company, then a mention in a list, then personal finance', () => {
  const miss = score(
    'Contoso misses profit estimates, cuts outlook',
    [0.95],
    'Net profit fell 12% to $40 million.',
  )
  const launch = score('Contoso launches new line of pumps', [0.9])
  const list = score(
    'Ten stocks to watch this week',
    Array.from({ length: 10 }, () => 0.2),
  )
  const quiz = score('Quiz: how much do you know about credit cards?', [0.1])
  expect(miss).toBeGreaterThan(0.8)
  expect(miss).toBeGreaterThan(launch)
  expect(launch).toBeGreaterThan(list)
  expect(list).toBeGreaterThan(quiz)
  expect(quiz).toBeLessThan(0.1)
})

test.each([
  ['insolvency', 'Contoso files for Chapter 11'],
  ['takeover', 'Fabrikam to acquire Contoso'],
  ['guidance', 'Contoso cuts full-year guidance'],
  ['earnings', 'Contoso Q3 net profit up'],
  ['wrongdoing', 'Former Contoso treasurer indicted'],
  ['halt', 'Contoso shares suspended in Sydney'],
  ['regulator', 'FDA approves Contoso drug'],
  ['rating', 'Fabrikam downgrades Contoso'],
  ['management', 'Contoso CEO Jane Roe steps down'],
  ['payout', 'Contoso announces share repurchase'],
  ['recall', 'Contoso recalls pumps'],
  ['lawsuit', 'Contoso sued over patents'],
  ['contract', 'Contoso wins railway order'],
  ['move', 'Contoso stock tumbles'],
  ['move', 'Contoso jumps more than 2% on Monday'],
  ['management', 'Contoso gets a new chief'],
  ['rates', 'Fed raises interest rates'],
  ['economy', 'Nonfarm payrolls rise'],
])('the event %s is found in "%s"', (name, headline) => {
  const found = MATERIAL_EVENTS.filter(({ phrases }) => phrases.test(headline.toLowerCase())).map(
    (each) => each.name,
  )
  expect(found).toContain(name)
  expect(score(headline, [0.8])).toBeGreaterThan(score('Contoso holds annual picnic', [0.8]))
})

test('an event counts more in the headline than in the body, and there more than not at all', () => {
  const inHeadline = score('Contoso declares dividend', [0.5], 'Board met on Monday in Ohio.')
  const inBody = score('Board of Contoso meets', [0.5], 'Contoso declares dividend on Monday.')
  const nowhere = score('Board of Contoso meets', [0.5], 'Contoso sat down on a Monday.')
  expect(inHeadline).toBeGreaterThan(inBody)
  expect(inBody).toBeGreaterThan(nowhere)
})

test('it rises with the relevance of an entity and with figures, and falls with many entities', () => {
  const headline = 'Contoso and others report results'
  const steps = [0, 0.2, 0.4, 0.6, 0.8, 1].map((relevance) => score(headline, [relevance]))
  expect(steps).toEqual(steps.toSorted((a, b) => a - b))
  expect(new Set(steps).size).toBe(steps.length)
  expect(score('Contoso sales of $4 billion, up 12%', [0.8])).toBeGreaterThan(
    score('Contoso sales up', [0.8]),
  )
  const counts = [1, 4, 5, 10, 40].map((count) =>
    score(
      headline,
      Array.from({ length: count }, () => 0.5),
    ),
  )
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  expect(counts[4]).toBeLessThan(counts[0] ?? 0)
})

test.each([
  'Sponsored: Contoso results',
  'How to read the results of Contoso',
  'Five reasons to look at Contoso results',
  'Primer: results of Contoso',
  'Why Contoso results matter',
  'Do Contoso results matter?',
])('%s is less than the news itself', (headline) => {
  expect(score(headline, [0.8])).toBeLessThan(score('Contoso publishes results of the year', [0.8]))
})

test('it is a share for whatever comes in, in little time', () => {
  const odd = [
    '',
    ' ',
    '\ud800',
    '🚀',
    '???',
    '9'.repeat(100_000),
    'names a '.repeat(100_000),
    'wins a '.repeat(50_000),
  ]
  const started = cpuMs()
  for (const text of odd) {
    for (const relevances of [[], [Number.NaN], [-1], [7], Array.from({ length: 1000 }, () => 0.5)]) {
      const value = score(text, relevances, text)
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(1)
    }
  }
  expect(cpuMs() - started).toBeLessThan(1000)
})
