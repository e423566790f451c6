import { describe, expect, it } from 'vitest'
import { dateIn, dayOrderOf, decimalSignOf, numberIn } from './cells.ts'

describe('the number of a cell', () => {
  it.each([
    ['1.5e-7', 1.5e-7],
    ['1E-2', 0.01],
    ['2.5e+3', 2_500],
    ['-2.5E-3', -0.0025],
    ['-5', -5],
    ['−5', -5],
    ['(5)', -5],
    ['(1,234.50)', -1_234.5],
    ['$ 1,234.5', 1_234.5],
    ['5.', 5],
    ['.5', 0.5],
    ['1,234,567.5', 1_234_567.5],
    ["1'234'567.5", 1_234_567.5],
    ['1 234\u202f567.5', 1_234_567.5],
    // As in India.
    ['12,34,567.5', 1_234_567.5],
    ['', null],
    ['-', null],
    ['--', null],
  ])('%s is %s', (cell, value) => {
    expect(numberIn(cell, '.')).toBe(value)
  })

  it.each([
    '5-',
    '5 - 2',
    '1-2',
    '12-31',
    '--5',
    '-(5)',
    '(-5)',
    '(5',
    '5)',
    '1e',
    '1e-',
    'e5',
    '1e2-3',
    '5%',
    '5 USD',
    '1_000',
    // No separator of thousands: ten or a hundred times the number otherwise.
    '1,5',
    '12,34',
    '1,2345',
    '1234,567',
    "1,234'567",
    '1,234.5.6',
    '12 34',
  ])('%s is none', (cell) => {
    expect(numberIn(cell, '.')).toBeNaN()
  })

  it('has a comma before decimals, and points between thousands, where the file has it so', () => {
    expect(numberIn('1.234,5', ',')).toBe(1_234.5)
    expect(numberIn('-1,5e-3', ',')).toBe(-0.0015)
  })

  it('is none where a comma is before decimals and a point separates no thousands', () => {
    for (const cell of ['1.5', '0.25', '2.7326007300', '1.23.456']) expect(numberIn(cell, ',')).toBeNaN()
    expect(numberIn('1.234.567,5', ',')).toBe(1_234_567.5)
  })

  it('has its decimal sign by a number with several separators of one kind', () => {
    expect(decimalSignOf(['1.234.567'], ',')).toBe(',')
    expect(decimalSignOf(['1,234,567'], ';')).toBe('.')
    expect(decimalSignOf(['1,234'], ';')).toBe(',')
    expect(decimalSignOf(["1'234.5", '1,234'], ';')).toBe('.')
  })

  it('has a comma before decimals where a number with any minus says so', () => {
    expect(decimalSignOf(['-1.234,5'], ';')).toBe(',')
    expect(decimalSignOf(['−1.234,5'], ',')).toBe(',')
    expect(decimalSignOf(['−1,234.5'], ',')).toBe('.')
  })

  it('is what a number of JSON is as text, however small', () => {
    for (const value of [1e-7, 123e-9, 1e-12, 1e21, 0.000001])
      expect(numberIn(String(value), '.')).toBe(value)
  })
})

describe('the dates of a file', () => {
  it.each([
    [['03/04/2026', '13/04/2026'], null, 'dmy'],
    [['03/04/2026', '04/13/2026'], null, 'mdy'],
    [['03/04/2026'], 'mdy', 'mdy'],
    [['03.04.2026'], null, 'dmy'],
    [['03/04/2026'], null, null],
    // One of them is a slip, and nobody knows which.
    [['13/04/2026', '04/13/2026'], null, null],
    [['13/04/2026', '03/04/2026'], 'mdy', null],
    // Neither is a day in any order.
    [['13/45/2026', '45/13/2026'], 'mdy', 'mdy'],
  ] as const)('%j, usually %s, begin with %s', (cells, usual, order) => {
    expect(dayOrderOf(cells, usual)).toBe(order)
  })

  it('are read where they leave nothing open, though others contradict each other', () => {
    const cells = ['13/04/2026', '04/13/2026', '04/04/2026', '2026-04-03', '03/04/2026', '13/13/2026']
    expect(cells.map((cell) => dateIn(cell, null))).toEqual([
      '2026-04-13',
      '2026-04-13',
      '2026-04-04',
      '2026-04-03',
      null,
      null,
    ])
  })
})

it('a number that begins with 0 has no thousands', () => {
  expect(numberIn('0,125', '.')).toBeNaN()
  expect(numberIn('0.125', '.')).toBe(0.125)
  expect(decimalSignOf(['0,125', '150'], '\t')).toBe(',')
  expect(decimalSignOf(['0.125', '95,000'], ';')).toBe('.')
})
