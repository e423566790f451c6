import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, parseInstant } from '../../../kernel/time.ts'
import { signatureOf } from './signature.ts'
import { isNearDuplicate, isSameStory, similarity, type StoryArticle } from './story.ts'

const START = parseInstant('2026-01-15T14:00:00Z')!
const [CONTOSO, FABRIKAM, OTHER] = ['a', 'b', 'c'].map((name) => name.repeat(36))

interface Given {
  headline?: string
  body?: string
  hours?: number
  entities?: ReadonlyArray<readonly [entityId: string | undefined, relevance: number]>
}

let articles = 0

function article({ headline, body = '', hours = 0, entities = [[CONTOSO, 0.9]] }: Given): StoryArticle {
  const text = { headline: headline ?? 'Contoso raises its outlook after strong quarter', body }
  const { bytes, numbers } = signatureOf(text)
  return {
    docId: `doc-${articles++}`,
    storyId: 'story',
    publishedAt: START + hours * HOUR_MS,
    headline: text.headline,
    signature: bytes,
    numbers,
    entities: entities.map(([entityId, relevance]) => ({ entityId: entityId!, relevance })),
  }
}

const LONG =
  'The company said on Thursday that demand in all of its regions had grown faster than it had expected in the spring, that costs had ' +
  'fallen for the third quarter in a row, and that it would use the cash to repay debt before it thinks of anything else at all.'

describe('near duplicates', () => {
  const original = article({ body: `${LONG} Profit rose 12 percent.` })

  test('are texts of which a few words differ', () => {
    const edited = article({ body: `${LONG} Profit rose 12 percent, it said.` })
    expect(isNearDuplicate(original, edited)).toBe(true)
    expect(isSameStory(original, edited)).toBe(true)
  })

  test.each([
    ['another number', { body: `${LONG} Profit rose 13 percent.` }],
    ['a further number', { body: `${LONG} Profit rose 12 percent in 2025.` }],
    ['a number less', { body: `${LONG} Profit rose.` }],
    ['another company', { body: `${LONG} Profit rose 12 percent.`, entities: [[FABRIKAM, 0.9]] as const }],
    [
      'a further company',
      {
        body: `${LONG} Profit rose 12 percent.`,
        entities: [
          [CONTOSO, 0.9],
          [FABRIKAM, 0.1],
        ] as const,
      },
    ],
    [
      'another name in the headline',
      {
        headline: 'Contoso raises its outlook after Anna',
        body: `${LONG} Profit rose 12 percent.`,
      },
    ],
  ])('are never texts with %s', (_, changed) => {
    expect(isNearDuplicate(original, article(changed))).toBe(false)
  })

  test('never differ in their numbers, whatever these are', () => {
    const amount = fc.integer({ min: 0, max: 9_999 })
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        const [first, second] = [one, other].map((value) => article({ body: `${LONG} It earned ${value}.` }))
        expect(isNearDuplicate(first!, second!)).toBe(one === other)
      }),
    )
  })
})

describe('a story', () => {
  test('is not what one broker says of two companies', () => {
    const about = (name: string, entity: string | undefined) =>
      article({
        headline: `Contoso downgrades ${name} to equal-weight`,
        entities: [
          [entity, 0.9],
          [CONTOSO, 0.8],
        ],
      })
    expect(isSameStory(about('Fabrikam', FABRIKAM), about('Northwind', OTHER))).toBe(false)
    expect(isSameStory(about('Fabrikam', FABRIKAM), about('Fabrikam', FABRIKAM))).toBe(true)
  })

  test('is one event of a company as several outlets tell it', () => {
    const one = article({ headline: 'Contoso raises outlook for the year' })
    const other = article({ headline: 'Contoso raised its full-year outlook', hours: 5 })
    expect(isSameStory(one, other)).toBe(true)
    expect(isSameStory(other, one)).toBe(true)
  })

  test('is no other event of the company', () => {
    const one = article({ headline: 'Contoso raises outlook for the year' })
    const other = article({ headline: 'Contoso names a finance chief', hours: 1 })
    expect(isSameStory(one, other)).toBe(false)
  })

  test('is not the event of another company that has the same words', () => {
    const one = article({ headline: 'Contoso raises outlook for the year' })
    const other = article({ headline: 'Fabrikam raises outlook for the year', entities: [[FABRIKAM, 0.9]] })
    expect(isSameStory(one, other)).toBe(false)
  })

  test('ends after 48 hours', () => {
    const one = article({})
    expect(isSameStory(one, article({ hours: 48 }))).toBe(true)
    expect(isSameStory(one, article({ hours: -48 }))).toBe(true)
    expect(isSameStory(one, article({ hours: 48.001 }))).toBe(false)
  })

  test('needs a main subject that both have', () => {
    const one = article({ headline: 'Contoso raises outlook for the year' })
    const aside = article({
      headline: 'Contoso raised its full-year outlook',
      entities: [
        [OTHER, 0.9],
        [CONTOSO, 0.49],
      ],
    })
    expect(isSameStory(one, aside)).toBe(false)
  })

  test('is not made of headlines whose numbers contradict one another', () => {
    const one = article({ headline: 'Contoso profit rises 12% in quarter' })
    expect(isSameStory(one, article({ headline: 'Contoso profit rises 9% in quarter' }))).toBe(false)
    expect(isSameStory(one, article({ headline: 'Contoso quarter profit rises' }))).toBe(true)
  })

  test('is found by fewer words where two companies are its subjects', () => {
    const both = [
      [CONTOSO, 0.9],
      [FABRIKAM, 0.8],
    ] as const
    const headlines = [
      'Contoso to buy rival Fabrikam in cash',
      'Fabrikam board backs sale to Contoso, cash bid',
    ]
    const [one, other] = headlines.map((headline) => article({ headline, entities: both }))
    expect(isSameStory(one!, other!)).toBe(true)
    const [first, second] = headlines.map((headline) => article({ headline }))
    expect(isSameStory(first!, second!)).toBe(false)
  })
})

describe('similarity', () => {
  test('is 1 for one text, less for texts whose numbers differ, 0 for nothing in common', () => {
    expect(similarity(article({ body: LONG }), article({ body: LONG }))).toBe(1)
    const [one, other] = [7, 8].map((value) => article({ headline: `Contoso earns ${value}` }))
    expect(similarity(one!, other!)).toBeLessThanOrEqual(0.99)
    expect(similarity(one!, article({ headline: 'Rain in Spain', entities: [] }))).toBe(0)
  })

  test('is the same in both directions and between 0 and 1', () => {
    const headline = fc
      .array(fc.constantFrom('Contoso', 'Fabrikam', 'raises', 'cuts', 'outlook', '12', '9', 'sale'), {
        minLength: 1,
        maxLength: 6,
      })
      .map((words) => words.join(' '))
    const entities = fc.subarray([CONTOSO, FABRIKAM, OTHER]).map((ids) => ids.map((id) => [id, 0.9] as const))
    const any = fc.record({ headline, entities, hours: fc.integer({ min: -60, max: 60 }) }).map(article)
    fc.assert(
      fc.property(any, any, (one, other) => {
        const value = similarity(one, other)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(similarity(other, one)).toBe(value)
        expect(isSameStory(other, one)).toBe(isSameStory(one, other))
        expect(isNearDuplicate(other, one)).toBe(isNearDuplicate(one, other))
      }),
    )
  })
})
