import { describe, expect, it } from 'vitest'
import { TRANSACTION_TYPES } from '../../../market/vocabulary.ts'
import { meaningOf } from './type-words.ts'

describe('the word of a file for a type', () => {
  it.each([
    [
      'buy',
      'Buy',
      'Market buy',
      'Limit buy',
      'Stop limit buy',
      'BUY - MARKET',
      'Bought',
      'Kauf',
      'Reinvest Shares',
    ],
    ['buy', 'Reinvestment', 'Dividend Reinvestment', 'Buy to Cover'],
    ['sell', 'Sell', 'Limit sell', 'Stop sell', 'SELL - LIMIT', 'Sold', 'Sell Short', 'Verkauf'],
    [
      'dividend',
      'Dividend (Ordinary)',
      'Dividend (Dividend)',
      'Dividend (Tax exempted)',
      'Dividend (Interest)',
    ],
    [
      'dividend',
      'Qualified Dividend',
      'Reinvest Dividend',
      'Qual Div Reinvest',
      'Payment In Lieu Of Dividends',
    ],
    ['dividend', 'Dividend (Dividend manufactured payment)', 'Dividende', 'Dividend net of tax'],
    ['return_of_capital', 'Dividend (Return of capital non us)', 'Return Of Capital'],
    ['interest', 'Interest on cash', 'Lending interest', 'Bank Interest', 'Zinsen', 'Credit interest'],
    [
      'fee',
      'Fees',
      'Interest Charge',
      'ADR Mgmt Fee',
      'Custody fee',
      'New card cost',
      'Gebühren',
      'Zinsbelastung',
    ],
    ['fee', 'Margin Interest', 'Debit interest', 'Broker Interest Paid'],
    [
      'tax',
      'Taxes',
      'Withholding tax',
      'Dividend Tax',
      'NRA Tax Adj',
      'Foreign Tax Paid',
      'Tax on interest',
      'Steuern',
    ],
    ['deposit', 'Deposit', 'CASH TOP-UP', 'Spending cashback', 'Card credit', 'Einlage'],
    ['withdrawal', 'Withdrawal', 'Removal', 'Card debit', 'CASH WITHDRAWAL', 'Entnahme'],
    [
      'transfer_in',
      'Transfer (Inbound)',
      'Delivery (Inbound)',
      'Transfer in',
      'Einlieferung',
      'Umbuchung (Eingang)',
    ],
    ['transfer_out', 'Transfer (Outbound)', 'Delivery (Outbound)', 'Auslieferung', 'Umbuchung (Ausgang)'],
    ...TRANSACTION_TYPES.map((type) => [type, type, ` ${type.toUpperCase()} `]),
  ])('%s', (type, ...words) => {
    expect(words.map((word) => [word, meaningOf(word)])).toEqual(words.map((word) => [word, { type }]))
  })

  it.each([
    [
      'takes back',
      'Cancel Buy',
      'Dividend reversal',
      'Dividend adjustment',
      'Result adjustment',
      'Storno Kauf',
      'Reversed Interest',
    ],
    ['refund', 'Fees Refund', 'Tax Refund', 'Gebührenerstattung', 'Steuerrückerstattung'],
    ['options', 'Buy to Open', 'Sell to Close', 'Expired', 'Assigned', 'Option exercise', 'BOUGHT CALL'],
    ['splits', 'Stock split open', 'Stock split close', 'Reverse Split', 'Stock Split'],
    ['two currencies', 'Currency conversion', 'Forex trade', 'FX conversion'],
    ['in shares', 'Stock dividend', 'Custom stock distribution'],
    ['money that came or money that went', 'Interest paid', 'Deposits/Withdrawals', 'Deposit & Withdrawal'],
  ])('has no type: %s', (reason, ...words) => {
    const refused = { refused: expect.stringContaining(reason) }
    expect(words.map((word) => [word, meaningOf(word)])).toEqual(words.map((word) => [word, refused]))
  })

  it.each(['', 'x', 'Transfer (Internal)', 'Bank Transfer', 'buyback', 'gift'])('is none: %s', (word) => {
    expect(meaningOf(word)).toBeNull()
  })
})
