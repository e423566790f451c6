import { describe, expect, test } from 'vitest'
import type { Fact, Measure } from './facts.ts'
import { verdicts } from './verdict.ts'

const measure = (of: string, value: number, parts: Partial<Measure> = {}): Measure => ({
  what: 'P/E',
  of,
  when: '',
  value,
  unit: '',
  said: String(value),
  isChange: false,
  ...parts,
})

const factWith = (...measures: Measure[]): Fact => ({
  sentences: [],
  measures,
  record: { kind: 'fact', docId: '', headline: '', url: '', text: '', asOf: null, simulated: false },
})

const of = (question: string, ...facts: Fact[]): Array<{ text: string; sources: readonly number[] }> =>
  verdicts(question, facts)

describe('what is higher', () => {
  test('of two names the higher first, and cites both', () => {
    const facts = [factWith(measure('Apple', 30)), factWith(measure('Nvidia', 45.2))]
    expect(of('Which is cheaper, Apple or Nvidia?', ...facts)).toEqual([
      {
        text: 'The P/E of Nvidia, 45.2, is higher than that of Apple, 30, by 15.2 (50.7 %).',
        sources: [0, 1],
      },
    ])
  })

  test.each([
    'how many times bigger is Nvidia than Apple by revenue',
    "Nvidia's revenue as a percentage of Apple's",
  ])('is told as a multiple, in the order of the question: %s', (question) => {
    const facts = [factWith(measure('Nvidia', 150)), factWith(measure('Apple', 100))]
    expect(of(question, ...facts)[0]?.text).toBe(
      'The P/E of Nvidia, 150, is 1.50 times that of Apple, 100, which is 150.0 % of it.',
    )
    expect(of(question, ...facts.toReversed())[0]?.text).toContain('is 0.67 times that of Nvidia')
  })

  test.each([
    ['how many times its cash is its debt', 'total debt', 'cash', '3.00'],
    ['its cash is how many times its debt', 'cash', 'total debt', '0.33'],
  ])(
    'of two lines of one company is told as a multiple of the one that is meant: %s',
    (question, one, other, by) => {
      const line = (what: string, value: number): Measure =>
        measure('A', value, { what, when: 'FY2026', said: `USD ${value} million` })
      const [cash, debt] = [line('cash', 100), line('total debt', 300)]
      const said = (what: string): string => (what === 'cash' ? cash : debt).said
      expect(of(question, factWith(cash, debt))[0]?.text).toBe(
        `The ${one} of A in FY2026, ${said(one)}, is ${by} times the ${other}, ${said(other)}.`,
      )
    },
  )

  test('is no multiple of what is lost, of changes, or of a line of the same company', () => {
    const times = (...facts: Fact[]): string[] =>
      of('how many times more is it', ...facts)
        .map(({ text }) => text)
        .filter((text) => text.includes(' times '))
    expect(times(factWith(measure('A', 3)), factWith(measure('B', -1)))).toEqual([])
    expect(times(...['A', 'B'].map((name) => factWith(measure(name, 2, { isChange: true }))))).toEqual([])
    expect(
      of(
        'Net income as a percentage of revenue of A and B',
        factWith(measure('A', 3)),
        factWith(measure('B', 2)),
      ),
    ).toEqual([])
  })

  test('of three or more is a list, and of equals that they are', () => {
    const facts = [10, 30, 20].map((value, at) => factWith(measure(`C${at}`, value)))
    expect(of('Which has the highest P/E?', ...facts)[0]?.text).toBe(
      'From the highest to the lowest P/E: C1, 30; C2, 20; C0, 10.',
    )
    const equal = [factWith(measure('Apple', 30.001, { said: '30' })), factWith(measure('Nvidia', 30))]
    expect(of('Which is higher?', ...equal)[0]?.text).toBe('The P/E is the same of Apple and of Nvidia: 30.')
  })

  test('of periods of one company names the periods', () => {
    const revenue = { what: 'revenue' }
    const facts = [
      factWith(measure('Apple', 391, { ...revenue, when: 'FY2024' })),
      factWith(measure('Apple', 383, { ...revenue, when: 'FY2023' })),
    ]
    expect(of('Was revenue higher in 2024 than in 2023?', ...facts)[0]?.text).toBe(
      'The revenue of Apple in FY2024, 391, is higher than in FY2023, 383, by 8 (2.1 %).',
    )
  })

  test('of different periods of different companies says them', () => {
    const facts = [
      factWith(measure('A', 1, { when: 'FY2025' })),
      factWith(measure('B', 2, { when: 'FY2026' })),
    ]
    expect(of('A vs B', ...facts)[0]?.text).toBe(
      'The P/E of B (FY2026), 2, is higher than that of A (FY2025), 1, by 1 (100.0 %).',
    )
  })

  test.each([
    ['USD 391,035 million', 'USD 245,122 million', 'by USD 145,913 million (59.5 %)'],
    ['46.2 %', '−3.1 %', 'by 49.3 percentage points'],
    ['USD 12.5', 'USD −2.25', 'by USD 14.75'],
  ])('by how much: %s and %s', (more, less, by) => {
    const [high, low] = [measure('A', 2, { said: more }), measure('B', 1, { said: less })]
    expect(of('A or B, by how much?', factWith(high), factWith(low))[0]?.text).toBe(
      `The P/E of A, ${more}, is higher than that of B, ${less}, ${by}.`,
    )
  })

  test('by nothing where the two are said in different units', () => {
    const [high, low] = [measure('A', 2, { said: 'USD 2 million' }), measure('B', 1, { said: 'USD 900' })]
    expect(of('A vs B', factWith(high), factWith(low))[0]?.text).toBe(
      'The P/E of A, USD 2 million, is higher than that of B, USD 900.',
    )
  })

  test('that grew faster is told of growth alone', () => {
    const both = (name: string, level: number, growth: number): Fact =>
      factWith(
        measure(name, level, { what: 'revenue' }),
        measure(name, growth, { what: 'growth of revenue', isChange: true }),
      )
    const facts = [both('A', 400, 0.02), both('B', 100, 0.5)]
    expect(of('Whose revenue grew faster?', ...facts).map(({ text }) => text)).toEqual([
      'The growth of revenue of B, 0.5, is higher than that of A, 0.02, by 0.48.',
    ])
    expect(of('Compare their revenue', ...facts)).toHaveLength(2)
  })
})

describe('of two lines of one company the higher first', () => {
  const money = (what: string, value: number, when = 'FY2026'): Measure =>
    measure('Alfa', value, { what, when, said: `USD ${value} million` })

  test('in each time of which both are told', () => {
    const facts = [
      factWith(money('cash', 50), money('debt', 200)),
      factWith(money('cash', 90, 'FY2025'), money('debt', 60, 'FY2025')),
      factWith(money('cash', 90, 'FY2024')),
    ]
    expect(of('Does Alfa have more cash than debt?', ...facts)).toEqual([
      {
        text: 'The debt of Alfa in FY2026, USD 200 million, is higher than the cash, USD 50 million, by USD 150 million (300.0 %).',
        sources: [0],
      },
      {
        text: 'The cash of Alfa in FY2025, USD 90 million, is higher than the debt, USD 60 million, by USD 30 million (50.0 %).',
        sources: [1],
      },
    ])
  })

  test('and of their growth, where both are told of that', () => {
    const growth = (what: string, value: number): Measure => money(what, value, 'FY2023 to FY2026')
    const facts = [growth('growth of revenue', 60), growth('growth of profit', 40)].map((each) =>
      factWith({ ...each, isChange: true, said: `${each.value}.0 %` }),
    )
    expect(of('Did revenue grow faster than profit?', ...facts).map(({ text }) => text)).toEqual([
      'The growth of revenue of Alfa from FY2023 to FY2026, 60.0 %, is higher than the growth of profit, 40.0 %, by 20.0 percentage points.',
    ])
  })

  test('also where a price moved beside them', () => {
    const moved = factWith(measure('Alfa', 0.1, { what: 'return', isChange: true }))
    expect(
      of('why is its debt higher than its cash?', factWith(money('cash', 5), money('debt', 9)), moved),
    ).toHaveLength(1)
  })

  test('or that they are the same', () => {
    expect(of('cash vs debt', factWith(money('cash', 5), money('debt', 5))).map(({ text }) => text)).toEqual([
      'The cash of Alfa in FY2026 is as high as the debt: USD 5 million.',
    ])
  })

  test('and nothing where nothing is compared, they are told with a change, or are no money', () => {
    const both = factWith(money('cash', 50), money('debt', 200))
    const grown = factWith(money('cash', 1), money('debt', 2), measure('Alfa', 0.1, { isChange: true }))
    const ratios = factWith(measure('Alfa', 1, { what: 'P/E' }), measure('Alfa', 2, { what: 'P/B' }))
    expect(of('tell me more about its cash and debt', both)).toEqual([])
    expect(of('cash and debt vs a year ago', grown)).toEqual([])
    expect(of('P/E vs P/B', ratios)).toEqual([])
  })
})

test('a follow-up that sets one beside another compares, whatever its words', () => {
  const facts = [factWith(measure('Apple', 30)), factWith(measure('Nvidia', 45))]
  expect(verdicts('now add Nvidia', facts, true)).toHaveLength(1)
  expect(verdicts('now add Nvidia', facts)).toEqual([])
})

describe('nothing is said to be higher', () => {
  test('where nothing is compared', () => {
    expect(
      of('P/E of Apple, Nvidia', factWith(measure('Apple', 30)), factWith(measure('Nvidia', 45))),
    ).toEqual([])
  })

  test.each([
    ['one number alone', [factWith(measure('Apple', 30))]],
    [
      'numbers of different currencies',
      [factWith(measure('Apple', 30, { unit: 'USD' })), factWith(measure('SAP', 45, { unit: 'EUR' }))],
    ],
    [
      'several periods of several companies',
      ['FY2023', 'FY2024'].flatMap((when) => [
        factWith(measure('Apple', 30, { when })),
        factWith(measure('Nvidia', 45, { when })),
      ]),
    ],
  ])('of %s', (_, facts) => {
    expect(of('Which is higher?', ...facts)).toEqual([])
  })
})
