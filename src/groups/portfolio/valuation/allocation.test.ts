import { expect, test } from 'vitest'
import type { InstrumentProfile } from '../../../ports/instruments.ts'
import { allocate } from './allocation.ts'
import type { ValuedHolding, ValuedLedger } from './valued.ts'

const profile = (
  entityId: string,
  assetClass: 'equity' | 'etf',
  sector: string | null,
): InstrumentProfile => ({
  entityId,
  ticker: entityId.toUpperCase(),
  name: entityId,
  assetClass,
  sector,
  country: 'US',
  currency: 'USD',
})
const held = (of: InstrumentProfile, valueBase: number): ValuedHolding =>
  ({ profile: of, valueBase, quantity: 1, mark: null, rate: 1, positions: [] }) as unknown as ValuedHolding

const fund = profile('fund', 'etf', null)
const [oil, bank] = [profile('oil', 'equity', 'Energy'), profile('bank', 'equity', 'Financials')]
const valued = {
  holdings: [held(fund, 1_000), held(oil, 500)],
  cash: [],
  total: 1_500,
} as unknown as ValuedLedger
const through = {
  weights: new Map([
    [
      'fund',
      new Map([
        ['oil', 0.5],
        ['bank', 0.3],
        ['unlisted', 0.1],
      ]),
    ],
  ]),
  profiles: new Map([oil, bank].map((each) => [each.entityId, each])),
}
const shares = (look: typeof through | null): Array<[string, number]> =>
  allocate({ accounts: new Map() }, valued, { by: 'sector', market: null, through: look }).items.map(
    ({ key, value_base: value }) => [key, value],
  )

test('a fund is what it holds, and unknown as far as that is not known', () => {
  // 1,000 x 0.5 + 500; 1,000 x 0.3; the rest of the fund, 0.1 of which nobody has listed here.
  expect(shares(through)).toEqual([
    ['Energy', 1_000],
    ['Financials', 300],
    ['unknown', 200],
  ])
})

test('a fund of which nothing is known is unknown; without looking through it is of its own sector, which is none', () => {
  expect(shares({ ...through, weights: new Map() })).toEqual([
    ['unknown', 1_000],
    ['Energy', 500],
  ])
  expect(shares(null)).toEqual([
    ['unknown', 1_000],
    ['Energy', 500],
  ])
})

test('pence are pounds among currencies', () => {
  const [pence, pounds] = [profile('pence', 'equity', null), profile('pounds', 'equity', null)]
  const british = {
    holdings: [held({ ...pence, currency: 'GBX' }, 300), held({ ...pounds, currency: 'GBP' }, 200)],
    cash: [{ accountId: 'a', currency: 'GBP', amount: 80, base: 100 }],
    total: 600,
  } as unknown as ValuedLedger
  const { items } = allocate({ accounts: new Map() }, british, {
    by: 'currency',
    market: null,
    through: null,
  })
  expect(items.map(({ key, name, value_base: value }) => [key, name, value])).toEqual([['GBP', 'GBP', 600]])
})
