import { expect, it } from 'vitest'
import { endsFirst, type Fact } from './facts.ts'

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
