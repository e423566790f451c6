import { describe, expect, test } from 'vitest'
import { contradicted, lossOrProfit } from './contradictions.ts'
import type { Fact, Measure } from './facts.ts'

const measure = (fields: Partial<Measure>): Measure => ({
  what: 'net income',
  of: 'Intel Corporation (INTC)',
  when: 'FY2024',
  value: 1,
  isChange: false,
  unit: '',
  said: '1',
  ...fields,
})

const factOf = (...measures: Measure[]): Fact => ({ sentences: ['Told.'], measures }) as unknown as Fact

const saidOf = (facts: readonly Fact[]): readonly string[] => facts.flatMap(({ sentences }) => sentences)

describe('a net income that a question takes for a profit or a loss', () => {
  test.each([
    [6_369e6, ['Told.', 'So it made a profit, and no loss.']],
    [-18_756e6, ['Told.', 'So it made a loss.']],
    [0, ['Told.']],
  ])('of %d', (value, said) => {
    expect(saidOf(lossOrProfit([factOf(measure({ value }))]))).toEqual(said)
  })

  test('is not judged beside that of another year, nor by its growth', () => {
    const years = [factOf(measure({ when: 'FY2023' })), factOf(measure({}))]
    expect(saidOf(lossOrProfit(years))).toEqual(['Told.', 'Told.'])
    const growth = measure({ what: 'growth of net income', isChange: true })
    expect(saidOf(lossOrProfit([factOf(growth)]))).toEqual(['Told.'])
    expect(saidOf(contradicted([factOf(measure({}), growth)], 'down'))).toEqual([
      'Told.',
      'So it did not fall.',
    ])
  })
})

test('of a line that others are told beside it is said behind its own change', () => {
  const growth = (what: string, value: number, said: string): Measure =>
    measure({ what: `growth of ${what}`, value, said, isChange: true })
  const fact = {
    ...factOf(growth('net income', -0.1, '−10.0 %'), growth('revenue', 0.2, '20.0 %')),
    sentences: [
      'Net income.',
      'Against FY2022 it changed by −10.0 %.',
      'Revenue.',
      'Against FY2022 it changed by 20.0 %.',
    ],
  }
  expect(saidOf(contradicted([fact], 'up', ['netIncome']))).toEqual([
    'Net income.',
    'Against FY2022 it changed by −10.0 %.',
    'So it did not rise.',
    'Revenue.',
    'Against FY2022 it changed by 20.0 %.',
  ])
})
