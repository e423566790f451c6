import { describe, expect, it } from 'vitest'
import { asEvidence, endsFirst, type Fact } from './facts.ts'

const factOf = (name: string, what: string, value?: number): Fact => ({
  sentences: [name],
  measures:
    value === undefined ? [] : [{ what, of: name, when: '', value, unit: '', said: '', isChange: false }],
  record: { kind: 'fact', docId: name, headline: '', url: '', text: '', asOf: null, simulated: false },
})
const named = (facts: readonly Fact[]): string[] => facts.flatMap(({ sentences }) => sentences)

it('has the highest and the lowest by turns, and what has no number last', () => {
  const facts = [2, undefined, 5, 1, 4, 3].map((value) => factOf(`${value}`, 'P/E', value))
  expect(named(endsFirst(facts))).toEqual(['5', '1', '4', '2', '3', 'undefined'])
})

it('does not set one kind of number against another', () => {
  const facts = [
    ['a', 'revenue', 900],
    ['b', 'revenue', 800],
    ['c', 'P/E', 30],
    ['d', 'P/E', 10],
  ].map(([name, what, value]) => factOf(`${name}`, `${what}`, Number(value)))
  expect(named(endsFirst(facts))).toEqual(['a', 'c', 'b', 'd'])
})

describe('what a sentence needs besides', () => {
  const { record: rate } = factOf('rate', '')
  const withRate = (name: string): Fact => ({ ...factOf(name, ''), also: [{ sentence: name, record: rate }] })

  it('stands once behind all other records, and is cited with these', () => {
    const { records, findings } = asEvidence([withRate('a'), factOf('b', ''), withRate('c')], 4)
    expect(records.map(({ docId }) => docId)).toEqual(['a', 'b', 'c', 'rate'])
    expect(findings).toEqual([
      { text: 'a', sources: [4, 7], needed: 1 },
      { text: 'b', sources: [5] },
      { text: 'c', sources: [6, 7], needed: 1 },
    ])
  })

  it('stands nowhere else where it is the record of another fact', () => {
    const { records, findings } = asEvidence([withRate('a'), factOf('rate', '')])
    expect(records).toHaveLength(2)
    expect(findings[0]?.sources).toEqual([0, 1])
  })

  it('is left out where there is no room', () => {
    const { records, findings } = asEvidence(Array.from({ length: 10 }, (_, at) => withRate(`${at}`)))
    expect(records).toHaveLength(10)
    expect(findings[0]).toEqual({ text: '0', sources: [0] })
  })
})
