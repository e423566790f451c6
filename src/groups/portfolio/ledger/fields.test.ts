import { describe, expect, it } from 'vitest'
import { parseInstant } from '../../../kernel/time.ts'
import type { InstrumentProfile } from '../../../ports/instruments.ts'
import { fieldsFrom, type GivenTransaction } from './fields.ts'

const DEPOSIT: GivenTransaction = {
  account_id: 'a',
  type: 'deposit',
  trade_date: '2026-06-10',
  amount: 100,
}

const fieldsAt = (now: string, given: Partial<GivenTransaction>) =>
  fieldsFrom(
    { ...DEPOSIT, ...given },
    { instrument: null, accountCurrency: 'USD', now: parseInstant(now) ?? Number.NaN },
  )

const AAPL: InstrumentProfile = {
  entityId: 'aapl',
  ticker: 'AAPL',
  name: 'Apple',
  assetClass: 'equity',
  sector: null,
  country: 'US',
  currency: 'USD',
}

const amountOf = (quantity: number, price: number): string =>
  fieldsFrom(
    {
      account_id: 'a',
      type: 'buy',
      entity_id: 'aapl',
      trade_date: '2026-06-10',
      quantity,
      price,
    },
    { instrument: AAPL, accountCurrency: 'USD', now: Date.parse('2026-06-10T12:00:00Z') },
  ).amount

describe('an amount that follows from quantity and price', () => {
  it.each([
    [0.123456789, 64_123.45, '7916.4752366'],
    // Halves to even.
    [0.1, 0.00000025, '0.00000002'],
    [0.1, 0.00000035, '0.00000004'],
    [1e6, 1e6, '1000000000000'],
  ])('has 8 decimals at most: %d × %d = %s', (quantity, price, amount) => {
    expect(amountOf(quantity, price)).toBe(amount)
  })

  it.each([
    [1e12, 1e12],
    [1e6, 1_000_000.01],
  ])('is refused above what any number may be: %d × %d', (quantity, price) => {
    expect(() => amountOf(quantity, price)).toThrow(
      'amount must be at most 1000000000000, and it is quantity times price.',
    )
  })
})

describe('the day of a transaction', () => {
  it.each([
    // Midnight in Auckland, where it is winter, and two o'clock at UTC+14.
    ['2026-06-10T12:00:00Z', '2026-06-11'],
    ['2026-06-10T10:00:00Z', '2026-06-11'],
    ['2026-06-10T09:59:59Z', '2026-06-10'],
    ['2026-06-10T23:59:59Z', '2026-06-11'],
  ])('is at the latest what today is at UTC+14: at %s it is %s', (now, last) => {
    const after = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10)
    expect(fieldsAt(now, { trade_date: last }).trade_date).toBe(last)
    expect(() => fieldsAt(now, { trade_date: after })).toThrow(
      'trade_date must not be after today, wherever on earth that is (UTC+14).',
    )
  })

  it('is not before 1950', () => {
    expect(fieldsAt('2026-06-10T12:00:00Z', { trade_date: '1950-01-01' }).trade_date).toBe('1950-01-01')
    expect(() => fieldsAt('2026-06-10T12:00:00Z', { trade_date: '1949-12-31' })).toThrow('trade_date')
  })
})

describe('a split', () => {
  const split = (more: Partial<GivenTransaction>) => () =>
    fieldsFrom(
      { account_id: 'a', type: 'split', entity_id: 'aapl', trade_date: '2026-06-10', quantity: 4, ...more },
      { instrument: AAPL, accountCurrency: 'USD', now: Date.parse('2026-06-10T12:00:00Z') },
    )

  it.each(['amount', 'fee', 'tax'])('moves no money: it has no %s', (name) => {
    expect(split({ [name]: 0 })().fee).toBe('0')
    expect(split({ [name]: 5 })).toThrow(`${name} must be left out for type split.`)
  })

  it('has no price: 0 is none, and a row that has one already keeps it', () => {
    expect([split({ price: 0 })().price, split({ price: null })().price]).toEqual([null, null])
    expect(split({ price: 150.25 })).toThrow('price must be null or left out for type split.')
    const given = { account_id: 'a', type: 'split', entity_id: 'aapl', trade_date: '2026-06-10' } as const
    const now = Date.parse('2026-06-10T12:00:00Z')
    const context = { instrument: AAPL, accountCurrency: 'USD', now, keepsNumbers: true }
    expect(fieldsFrom({ ...given, quantity: 4, price: 150.25 }, context).price).toBe('150.25')
  })
})
