import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instant } from '../../../../tests/support/factories.ts'
import { DAY_MS } from '../../../kernel/time.ts'
import { fuse } from './fusion.ts'
import { recencyFactor } from '../../../kernel/recency.ts'
import { run } from './rank-job.ts'
import { createRanking } from './ranking.ts'
import { pointsBack, standalone } from '../understanding/thread/standalone.ts'
import { sectionsOf } from './sections.ts'
import { searchWordsOf, termsOf } from '../text/terms.ts'

it('words for an index with stems of its own are as they are written, each once, with the word that an irregular form belongs to', () => {
  expect(searchWordsOf('Did sales fall, or was it SALES of 1,452.4 that fell at S&P?')).toEqual([
    'sales',
    'fall',
    '1,452.4',
    'fell',
    'sp',
  ])
})

describe('termsOf', () => {
  it.each([
    ['The revenues of Apple rose', ['revenu', 'appl', 'ris']],
    ['$1,452.4 in 2019', ['1452.4', '2019']],
    ['10-K of a bank', ['10', 'k', 'bank']],
    ['ＦＵＬＬ width', ['full', 'width']],
    ['of the and', []],
  ])('%s', (text, terms) => {
    expect(termsOf(text)).toEqual(terms)
  })
})

describe('sectionsOf', () => {
  it('begins a section with a heading and keeps a table whole with the paragraph before it', () => {
    const table = Array.from({ length: 200 }, (_, row) => `| Row ${row} | ${row} | ${row * 2} |`).join('\n')
    const sections = sectionsOf(`First words.\n\n## Results\nSales rose.\n${table}\n\nLater words.`)
    expect(sections.map(({ heading }) => heading)).toEqual(['', 'Results', 'Results'])
    expect(sections[1]?.text).toBe(`Sales rose.\n${table}`)
  })

  it('knows what a table is in where a section nearby says it, or the heading of all', () => {
    const table = '| Row | 2024 |\n| Cash | 5 |'
    const unitsOf = (text: string): string[] =>
      sectionsOf(text)
        .filter((section) => section.text.includes('|'))
        .map(({ unit }) => unit)
    expect(unitsOf(`Notes (dollars in thousands)\n\n# Note 1\n${table}\n\n# Note 2\n${table}`)).toEqual([
      'in thousands',
      'in thousands',
    ])
    // Its own words count, also those of its heading.
    expect(
      unitsOf(`Notes, in thousands\n\n# Note 1\nIn millions:\n${table}\n\n# Cash, in billions\n${table}`),
    ).toEqual(['', ''])
    // What another table is in says nothing of one under another heading.
    expect(unitsOf(`# Note 1\nIn millions:\n${table}\n\n# Note 2\nCash.\n${table}`)).toEqual(['', ''])
    expect(unitsOf(`# Note 1\n${table}\n\nAmounts are in millions.`)).toEqual(['in millions'])
    for (const said of ['in thousands', 'in thousand euros', 'in EUR million', "in $'000"])
      expect(unitsOf(`All amounts are ${said}.\n\n# Note 1\n${table}`)).toEqual([said])
    expect(unitsOf(`Amounts in thousands of US dollars.\n\n# Note 1\n${table}`)).toEqual(['in thousands'])
    // Amounts of something else are no unit.
    const other = 'We are in 12 million homes, had losses in the millions, and sell in thousands of places.'
    expect(unitsOf(`${other}\n\n# Note 1\n${table}`)).toEqual([''])
  })

  it('loses no word, whatever the text', () => {
    const lines = fc.array(
      fc.oneof(fc.lorem(), fc.constantFrom('', '| a | b |', '# Head', 'ITEM 1. RISKS', 'x'.repeat(3_000))),
    )
    fc.assert(
      fc.property(lines, (given) => {
        const read = sectionsOf(given.join('\n'))
        const had = new Set(read.flatMap(({ text }) => text.split(/\s+/)))
        for (const line of given) {
          if (/^#|^ITEM|^x/.test(line)) continue
          for (const word of line.split(/\s+/)) expect(word === '' || had.has(word)).toBe(true)
        }
      }),
    )
  })

  it('cuts even what has no breaks', () => {
    const sizes = sectionsOf('a'.repeat(100_000)).map(({ text }) => text.length)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2_500)
    const tables = sectionsOf('| cell | cell |\n'.repeat(10_000)).map(({ text }) => text.length)
    expect(Math.max(...tables)).toBeLessThanOrEqual(14_000)
  })
})

describe('createRanking', () => {
  const ranking = createRanking([
    {
      title: 'Annual report',
      text: '| Total assets | 545,118 | 628,027 |\n| Total debt | 24,600 | 25,600 |',
    },
    { title: 'Turbines', text: 'The company sells turbines and has assets.' },
    { title: 'Nothing', text: '' },
  ])
  it('prefers the table with the row that is asked for', () => {
    expect(ranking.rank('What were the total assets?', 3)[0]?.at).toBe(0)
  })
  it('prefers a word of the title', () => expect(ranking.rank('turbines', 3)[0]?.at).toBe(1))
  it('finds nothing for words that no document has', () => expect(ranking.rank('zebra', 3)).toEqual([]))
  it('finds nothing in nothing', () => expect(createRanking([]).rank('zebra', 3)).toEqual([]))
})

describe('the job of ranking', () => {
  const rank = (question: string, ...documents: Array<{ title: string; text: string }>) =>
    run({ question, documents, limit: 3 }).value.map(({ at, passages }) => [at, ...passages])

  it('says the same of a document that it has read before, and takes none for another', () => {
    const debt = { title: 'Debt', text: 'The company has debt.' }
    const first = rank('What is the debt?', debt)
    expect(first).toEqual([[0, 'The company has debt.']])
    expect(rank('What is the debt?', debt)).toEqual(first)
    expect(rank('What is the debt?', { title: 'DebtThe', text: ' company has debt.' })).toEqual([
      [0, 'company has debt.'],
    ])
    expect(rank('Who has it?', { title: 'Turbines', text: 'Nobody owes.' }, debt)).toEqual([])
  })
})

describe('fuse', () => {
  it('puts what two lists have before what one has, and once', () => {
    const scores = fuse([
      { keys: ['a', 'b'], weight: 1 },
      { keys: ['c', 'b'], weight: 1 },
    ])
    expect([...scores.keys()].toSorted()).toEqual(['a', 'b', 'c'])
    expect(scores.get('b')).toBeGreaterThan(scores.get('a') ?? 1)
  })

  it('gives one place to what nothing orders, and the next its own', () => {
    const isTie = (one: string, next: string): boolean => one[0] === next[0]
    const scores = fuse([{ keys: ['a1', 'a2', 'b1'], weight: 1, isTie }])
    expect(scores.get('a1')).toBe(scores.get('a2'))
    expect(scores.get('b1')).toBe(1 / 63)
  })
})

describe('recencyFactor', () => {
  const now = instant('2025-11-20T00:00:00Z')
  it('is 1 for what is new, falls with age, and has a floor', () => {
    expect(recencyFactor(now, now)).toBe(1)
    expect(recencyFactor(now - 30 * DAY_MS, now)).toBeCloseTo(0.85)
    expect(recencyFactor(now - 9_000 * DAY_MS, now)).toBeCloseTo(0.7)
  })
})

describe('standalone', () => {
  const history = [
    { role: 'user' as const, content: 'What was the revenue of Apple in 2023?' },
    { role: 'assistant' as const, content: 'USD 383,285 million [1].' },
  ]
  it('leaves a question alone that stands alone', () => {
    const message = 'How did the revenue of Microsoft develop last year?'
    expect(standalone(message, history)).toBe(message)
  })
  it.each(['And in 2024?', 'Why did it fall?', 'What about Microsoft?'])('completes %s', (message) => {
    expect(pointsBack(message)).toBe(true)
    expect(standalone(message, history)).toMatch(/revenue/)
  })
  it('has nothing to add without a thread', () => expect(standalone('Why?', [])).toBe('Why?'))
})
