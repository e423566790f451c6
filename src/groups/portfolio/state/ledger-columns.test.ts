import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, type LedgerLists, packLists, unpackList, unpackLists } from './ledger-columns.ts'

const day = fc.integer({ min: 0, max: 40_000 })
const amount = fc.double({ noNaN: true })
const id = fc.uuid()
const list = <T>(row: fc.Arbitrary<T>) => fc.array(row, { maxLength: 20 })

const lists: fc.Arbitrary<LedgerLists> = fc.record({
  quantities: list(fc.record({ day, accountId: id, entityId: id, quantity: amount })),
  balances: list(fc.record({ day, accountId: id, currency: fc.constantFrom('USD', 'EUR'), balance: amount })),
  flows: list(fc.record({ day, amountBase: amount })),
  paid: list(fc.record({ day, entityId: id, price: amount })),
  costs: list(fc.record({ day, fees: amount, taxes: amount })),
})

test('what is unpacked is what was packed, in a copy for another thread too', () => {
  fc.assert(
    fc.property(lists, (given) => {
      const columns = packLists(given)
      expect(unpackLists(columns)).toEqual(given)
      expect(unpackList(columns, 'costs')).toEqual(given.costs)
      expect(unpackLists(structuredClone(columns))).toEqual(given)
    }),
    { numRuns: 100 },
  )
})

test('a row takes some twenty bytes, and each thing that rows are about some hundred', () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => ({
    day: at,
    accountId: 'a',
    entityId: 'b',
    quantity: 1,
  }))
  const bytes = bytesOf(packLists({ quantities: rows, balances: [], flows: [], paid: [], costs: [] }))
  expect(bytes / rows.length).toBeLessThan(25)
})
