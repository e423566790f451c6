import { expect, it } from 'vitest'
import { combinedSums } from './combined-sums.ts'
import type { Fact } from './facts.ts'

const cap = (of: string, said: string, when = ''): Fact =>
  ({
    measures: [{ what: 'market capitalisation', of, when, value: 0, unit: '', said, isChange: false }],
  }) as unknown as Fact

it('adds up the same amount of several companies, and cites each', () => {
  const facts = [cap('A', 'USD 1,000.5 million'), cap('B', 'USD 2,000 million')]
  expect(combinedSums('combined market cap of A and B', facts)).toEqual([
    {
      text: 'The market capitalisation of A, B adds up to 1,000.5 + 2,000 = 3,000.5 million USD.',
      sources: [0, 1],
    },
  ])
  expect(combinedSums('market cap of A and B', facts)).toEqual([])
})

it('is of what something is compared with', () => {
  const facts = [
    cap('Tesla, Inc. (TSLA)', 'USD 9 million'),
    cap('Ford Motor Company (F)', 'USD 2 million'),
    cap('General Motors Company (GM)', 'USD 3 million'),
  ]
  expect(combinedSums('is it bigger than Ford and GM together?', facts)).toEqual([
    {
      text: 'The market capitalisation of Ford Motor Company (F), General Motors Company (GM) adds up to 2 + 3 = 5 million USD.',
      sources: [1, 2],
    },
  ])
})

it.each([
  ['of one company at two times', [cap('A', 'USD 1 million'), cap('A', 'USD 2 million')]],
  ['of different times', [cap('A', 'USD 1 million', 'FY2023'), cap('B', 'USD 2 million', 'FY2024')]],
  ['that are no amounts of millions', [cap('A', '20'), cap('B', '30')]],
])('not %s', (_, facts) => expect(combinedSums('together', facts)).toEqual([]))
