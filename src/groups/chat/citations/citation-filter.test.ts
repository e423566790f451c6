import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { nameId } from '../../../kernel/ids.ts'
import type { SourceRecord } from '../answer.ts'
import { CitationFilter } from './citation-filter.ts'

const RECORDS: SourceRecord[] = Array.from({ length: 12 }, (_, at) => ({
  kind: 'article',
  docId: nameId('test', String(at)),
  headline: `Headline ${at + 1}`,
  url: `https://news.example/${at + 1}`,
  text: '',
  asOf: null,
  simulated: false,
}))

const EVIDENCE = { question: 'What of 2023?', records: RECORDS, findings: [], notes: [], clarification: null }

/** What comes out of pieces. */
function filtered(pieces: readonly string[]): { parts: string[]; text: string; cited: string[] } {
  const filter = new CitationFilter(EVIDENCE)
  const parts = [...pieces.map((piece) => filter.take(piece)), filter.end()]
  return { parts, text: parts.join(''), cited: filter.sources().map(({ headline }) => headline) }
}

describe('CitationFilter', () => {
  it.each([
    ['Rose [7]. Fell [3], rose [7].', 'Rose [1]. Fell [2], rose [1].', ['Headline 7', 'Headline 3']],
    ['Rose [7]. Fell [3][7].', 'Rose [1]. Fell [1][2].', ['Headline 7', 'Headline 3']],
    ['Both [2, 4].', 'Both [1][2].', ['Headline 2', 'Headline 4']],
    [
      'Odd [[5]] 【6】 ［8］ [^9]',
      'Odd [1] [2] [3] [4]',
      ['Headline 5', 'Headline 6', 'Headline 8', 'Headline 9'],
    ],
    ['None [13] [0] here [99].', 'None here.', []],
    ['In [2023] and [a] and x[i] and [ ]', 'In [2023] and [a] and x[i] and [ ]', []],
    ['Twice [1, 1]', 'Twice [1]', ['Headline 1']],
    ['Open [1', 'Open [1', []],
    ['[[[2]]]', '[[1]]', ['Headline 2']],
  ])('%s', (given, text, cited) => {
    expect(filtered([given])).toMatchObject({ text, cited })
  })

  it('cites what several records were read from by one number', () => {
    const records = [...RECORDS.slice(0, 2), ...RECORDS.slice(0, 1)]
    const filter = new CitationFilter({ ...EVIDENCE, records })
    expect(filter.take('One [1], two [2][3], three [3].') + filter.end()).toBe(
      'One [1], two [1][2], three [1].',
    )
    expect(filter.sources()).toHaveLength(2)
  })

  const texts = fc
    .array(
      fc.oneof(
        fc.constantFrom('[', ']', '[1]', '[2, 3]', '[[4]]', '【5】', '[99]', ' ', '[^6', ','),
        fc.lorem(),
        fc.string(),
      ),
    )
    .map((parts) => parts.join(''))

  test('any cut of any text gives the same, no part splits a citation, and numbers are without gaps', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(40)), (text, cuts) => {
        const whole = filtered([text])
        const pieces: string[] = []
        let rest = text
        for (const cut of cuts) {
          pieces.push(rest.slice(0, cut))
          rest = rest.slice(cut)
        }
        const cut = filtered([...pieces, rest])
        expect(cut.text).toBe(whole.text)
        expect(cut.cited).toEqual(whole.cited)
        const numbers = [
          ...new Set([...whole.text.matchAll(/\[(\d{1,3})\]/g)].map(([, number]) => Number(number))),
        ]
        expect(Math.max(0, ...numbers)).toBeLessThanOrEqual(whole.cited.length)
      }),
      { numRuns: 1_000 },
    )
  })

  it('holds back little and takes time linear in the text', () => {
    const filter = new CitationFilter(EVIDENCE)
    let out = 0
    for (let at = 0; at < 200_000; at++) out += filter.take('[').length
    expect(out).toBeGreaterThan(199_900)
  })
})

/** The third says it in a table whose unit stands above. */
const NUMBERS: SourceRecord[] = [
  'Revenue of Apple in FY2024, to 2024-09-28, was USD 391,035 million; in FY2023 it was USD 383,285 million.',
  'Shares fell 4.25 % to $172.69 on heavy volume.',
  'Selected data (in millions of dollars): 2022 94,680 2023 96,995.',
].map((text, at) => ({ ...RECORDS[at]!, text }))

function said(text: string, pieces = 1): string {
  const evidence = {
    ...EVIDENCE,
    question: 'How did revenue of 2025 compare?',
    records: NUMBERS,
    findings: [{ text: 'It changed by (391,035 − 383,285) / 383,285 = 2.0 %.', sources: [0] }],
  }
  const filter = new CitationFilter(evidence)
  const size = Math.ceil(text.length / pieces)
  let out = ''
  for (let at = 0; at < text.length; at += size) out += filter.take(text.slice(at, at + size))
  return out + filter.end()
}

describe('numbers of an answer', () => {
  const NO = '(number not in the sources)'

  it.each([
    // As they stand, in other units, rounded.
    'Revenue was USD 391,035 million in FY2024 [1].',
    'Revenue was $391.0bn [1].',
    'Revenue was 391 billion [1].',
    'Revenue was 391.04B [1].',
    'It fell 4.3 percent [1].',
    'In 2022 it was 94,680 million [1].',
    'It grew by 2.0 % [1].',
    // Computed from what the sentence shows.
    'From 383,285 to 391,035 million it rose by 7,750 [1].',
    'From 94,680 in 2022 to 96,995 in 2023 it rose 2.4 % [1].',
    // Of the question, and counts.
    'Nothing is known of 2025.',
    'There are 3 reasons, in 2 parts.',
  ])('stay: %s', (text) => {
    const cited = text.includes('94,680')
      ? text.replace('[1]', '[3]')
      : text.includes('4.3')
        ? text.replace('[1]', '[2]')
        : text
    expect(said(cited)).toBe(text)
  })

  it.each([
    ['Revenue was USD 391,053 million.', `Revenue was USD ${NO}.`],
    ['Revenue was 391,035 billion.', `Revenue was ${NO}.`],
    ['Revenue was 390 billion.', `Revenue was ${NO}.`],
    ['It rose 12 %.', `It rose ${NO}.`],
    ['The target is 250.00 by 2031.', `The target is ${NO} by ${NO}.`],
  ])('go when nothing has them: %s', (text, left) => {
    for (const pieces of [1, 5, text.length]) expect(said(text, pieces)).toBe(left)
  })

  it.each([
    // The number is in another record.
    ['Shares fell to 172.69 [1].', 'Shares fell to 172.69.'],
    ['Shares fell to 172.69. [1]', 'Shares fell to 172.69.'],
    [
      'Revenue was 391,035 million and shares fell to 172.69 [2].',
      'Revenue was 391,035 million and shares fell to 172.69.',
    ],
    // Both together have them.
    [
      'Revenue was 391,035 million and shares fell to 172.69 [1][2].',
      'Revenue was 391,035 million and shares fell to 172.69 [1][2].',
    ],
    [
      'Revenue was 391,035 million and shares fell to 172.69 [1] [2].',
      'Revenue was 391,035 million and shares fell to 172.69 [1] [2].',
    ],
    // What the sentence before has said is not what this one cites.
    [
      'Revenue was 391,035 million. Shares fell 4.25 % [2].',
      'Revenue was 391,035 million. Shares fell 4.25 % [1].',
    ],
    [
      'Revenue was 391,035 million [1], while shares fell to 172.69 [2].',
      'Revenue was 391,035 million [1], while shares fell to 172.69 [2].',
    ],
  ])('keep the citations whose records have them: %s', (text, left) => {
    for (const pieces of [1, 7, text.length]) expect(said(text, pieces)).toBe(left)
  })
})
