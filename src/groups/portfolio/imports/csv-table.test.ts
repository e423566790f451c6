import { expect, test } from 'vitest'
import { tableOf } from './csv-table.ts'

const HEADER = 'date,type,ticker,quantity,price'
const ROW = '2025-01-02,buy,AAPL,1,2'

test('a file is read below its header, whatever ends its lines', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const table = tableOf([HEADER, '', ROW, ''].join(end), new Set())
    expect(table?.lines).toEqual([{ cells: ROW.split(','), line: 3, isUnclosed: false }])
  }
})

test.each(['\n', '\r\n', '\r'])('more than 100,000 lines that end in %j are refused', (end) => {
  const lines = [HEADER, ROW, ...Array<string>(99_998).fill('')]
  expect(tableOf(lines.join(end), new Set())?.lines).toHaveLength(1)
  expect(() => tableOf([...lines, '', ''].join(end), new Set())).toThrow('at most 100000 lines')
})

test('more than a million cells are refused', () => {
  expect(() => tableOf(`${HEADER}\n${','.repeat(1_000_001)}`, new Set())).toThrow('at most 1000000 cells')
})

test('more than a hundred columns are refused, however few cells the rows have', () => {
  const columns = (count: number) =>
    ['date', ...Array.from({ length: count - 1 }, (_, at) => `${at} fee`)].join(',')
  expect(tableOf(`${columns(100)}\n${ROW}`, new Set())?.lines).toHaveLength(1)
  expect(() => tableOf(`${columns(101)}\n${ROW}`, new Set())).toThrow('at most 100 columns, not 101')
})
