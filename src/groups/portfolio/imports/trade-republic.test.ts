import { describe, expect, it } from 'vitest'
import { readAll } from '../../../../tests/support/interpreted.ts'

const COLUMNS = [
  [
    'datetime',
    'date',
    'account_type',
    'category',
    'type',
    'asset_class',
    'name',
    'symbol',
    'shares',
    'price',
  ],
  ['amount', 'fee', 'tax', 'currency', 'original_amount', 'original_currency', 'fx_rate', 'description'],
  ['transaction_id', 'counterparty_name', 'counterparty_iban', 'payment_reference', 'mcc_code'],
].flat()

let ids = 0
/** A row as Trade Republic writes it, all cells in quotes. */
const row = (category: string, type: string, cells: Readonly<Record<string, string>> = {}): string => {
  const all: Readonly<Record<string, string>> = {
    datetime: '2026-05-04T09:15:04.123456Z',
    date: '2026-05-04',
    account_type: 'DEFAULT',
    category,
    type,
    currency: 'EUR',
    transaction_id: `row-${ids++}`,
    ...cells,
  }
  return COLUMNS.map((name) => `"${all[name] ?? ''}"`).join(',')
}

const read = (...rows: readonly string[]): ReturnType<typeof readAll> =>
  readAll(COLUMNS.map((name) => `"${name}"`).join(','), ...rows)

const SHARE = { asset_class: 'STOCK', name: 'Contoso', symbol: 'US92343V1044' }

describe('an export of Trade Republic', () => {
  it('has amounts before fees and taxes, which are signed as these', async () => {
    const found = await read(
      row('TRADING', 'BUY', {
        ...SHARE,
        shares: '5.0000000000',
        price: '11.800000',
        amount: '-59.00',
        fee: '-1.00',
      }),
      row('TRADING', 'SELL', {
        ...SHARE,
        shares: '-2.0',
        price: '20',
        amount: '40.00',
        fee: '-1.00',
        tax: '-3.25',
      }),
      row('CASH', 'INTEREST_PAYMENT', { amount: '28.550000', tax: '-7.42' }),
      row('CASH', 'CARD_ORDERING_FEE', { amount: '', fee: '-5.00' }),
    )
    expect([found.layout, found.unmapped]).toEqual(['trade-republic', []])
    expect(found.told).toEqual([
      ['buy', -60, 59, 1, 0],
      ['sell', 35.75, 40, 1, 3.25],
      ['interest', 21.13, 28.55, 0, 7.42],
      ['fee', -5, 5, 0, 0],
    ])
    expect(found.rows[0]).toMatchObject({
      trade_date: '2026-05-04',
      instrument: { by: 'isin', value: 'US92343V1044' },
      quantity: 5,
      price: 11.8,
      currency: 'EUR',
      external_id: expect.stringMatching(/^row-\d+$/),
    })
  })

  it('has dividends of other countries in the currency of the account, as the shares', async () => {
    const paid = { original_amount: '43.87', original_currency: 'USD', fx_rate: '0.873668' }
    const found = await read(
      row('CASH', 'DIVIDEND', { ...SHARE, shares: '64.75', amount: '38.33', tax: '-5.75', ...paid }),
    )
    expect([found.unmapped, found.told]).toEqual([[], [['dividend', 32.58, 38.33, 0, 5.75]]])
    expect(found.rows).toMatchObject([{ currency: 'EUR', fx_rate: null }])
  })

  it.each([
    ['CUSTOMER_INBOUND', '1000.00', 'deposit'],
    ['TRANSFER_INSTANT_INBOUND', '110.00', 'deposit'],
    ['CUSTOMER_OUTBOUND_REQUEST', '-40.00', 'withdrawal'],
    ['CARD_TRANSACTION', '-4.00', 'withdrawal'],
    ['CARD_TRANSACTION_INTERNATIONAL', '4.00', 'deposit'],
    ['BENEFITS_SAVEBACK', '0.62', 'deposit'],
    ['STOCKPERK', '10.00', 'deposit'],
    ['TAX_OPTIMIZATION', '-3.00', 'tax'],
    ['INTEREST_PAYMENT', '-0.12', 'fee'],
  ])('moves money as its sign says: %s of %s is a %s', async (type, amount, expected) => {
    const { told } = await read(row('CASH', type, { amount }))
    expect(told).toEqual([[expected, Number(amount), Math.abs(Number(amount)), 0, 0]])
  })

  it.each([
    ['CORPORATE_ACTION', 'SPLIT', { ...SHARE, shares: '9' }, 'splits that are recorded'],
    ['CORPORATE_ACTION', 'BONUS_ISSUE', { ...SHARE, shares: '0.2' }, 'enter by hand'],
    ['CORPORATE_ACTION', 'BONUS_ISSUE_CANCELLED', { ...SHARE, shares: '-0.2' }, 'takes back'],
    ['DELIVERY', 'FREE_RECEIPT', { ...SHARE, shares: '10' }, 'enter by hand'],
    ['DELIVERY', 'MIGRATION', { ...SHARE, shares: '-10' }, 'only changed their custodian'],
    ['CASH', 'TAX_OPTIMIZATION', { amount: '3.00' }, 'a refund has no type'],
    ['CASH', 'DIVIDEND', { ...SHARE, amount: '-7.00' }, 'dividend is money that comes'],
    ['CASH', 'SOMETHING_NEW', { amount: '3.00' }, 'type must be one of'],
  ])('rejects what is no row of its own: %s %s', async (category, type, cells, reason) => {
    const { told } = await read(row(category, type, cells))
    expect(told).toEqual([[expect.stringContaining(reason)]])
  })

  it('names a tax that was paid back, which is in no number', async () => {
    const { unmapped, told } = await read(
      row('TRADING', 'SELL', { ...SHARE, shares: '-2', price: '20', amount: '40.00', tax: '1.10' }),
    )
    expect([unmapped, told]).toEqual([['tax'], [['sell', 40, 40, 0, 0]]])
  })
})
