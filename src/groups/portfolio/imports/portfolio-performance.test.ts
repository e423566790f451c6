import { describe, expect, it } from 'vitest'
import { read, told } from '../../../../tests/support/interpreted.ts'

const PP_ENGLISH =
  'Date,Type,Value,Transaction Currency,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Taxes,Shares,ISIN,WKN,Ticker Symbol,Security Name,Note'
const PP_GERMAN =
  'Datum;Ex-Tag;Typ;Wert;Buchungswährung;Bruttobetrag;Währung Bruttobetrag;Wechselkurs;Gebühren;Steuern;Stück;ISIN;WKN;Ticker-Symbol;Wertpapiername;Notiz'

describe('an export of Portfolio Performance', () => {
  it.each([
    ['Buy,"-1,005.00",EUR,,,,5.00,,10,DE1', ['buy', -1_005, 1_000, 5, 0]],
    // Of the file of a securities account, where what goes is negative.
    ['Buy,"1,005.00",EUR,,,,5.00,,10,DE1', ['buy', -1_005, 1_000, 5, 0]],
    ['Sell,994.00,EUR,,,,5.00,1.00,10,DE1', ['sell', 994, 1_000, 5, 1]],
    ['Sell,-994.00,EUR,,,,5.00,1.00,10,DE1', ['sell', 994, 1_000, 5, 1]],
    ['Dividend,8.50,EUR,,,,0.25,1.25,10,DE1', ['dividend', 8.5, 10, 0.25, 1.25]],
    ['Interest,73.62,EUR,,,,,26.38,,', ['interest', 73.62, 100, 0, 26.38]],
    ['Interest,90.00,EUR,,,,2.00,8.00,,', ['interest', 90, 100, 2, 8]],
    ['Interest Charge,-12.00,EUR,,,,,2.00,,', ['fee', -12, 10, 0, 2]],
    ['Fees,-4.90,EUR,,,,,,,', ['fee', -4.9, 4.9, 0, 0]],
    ['Taxes,-7.00,EUR,,,,,,,', ['tax', -7, 7, 0, 0]],
    ['Deposit,500.00,EUR,,,,2.00,,,', ['deposit', 500, 502, 2, 0]],
    ['Removal,-100.00,EUR,,,,1.50,,,', ['withdrawal', -100, 98.5, 1.5, 0]],
    ['Transfer (Inbound),25.00,EUR,,,,,,,', ['transfer_in', 25, 25, 0, 0]],
    ['Transfer (Outbound),-25.00,EUR,,,,,,,', ['transfer_out', -25, 25, 0, 0]],
    // Shares that are delivered move no money: their costs are in what they are worth.
    ['Delivery (Inbound),"1,005.00",EUR,,,,5.00,,10,DE1', ['transfer_in', 0, 1_005, 0, 0]],
    ['Delivery (Outbound),-994.00,EUR,,,,5.00,1.00,10,DE1', ['transfer_out', 0, 994, 0, 0]],
    ['Transfer (Inbound),"1,000.00",EUR,,,,,,10,DE1', ['transfer_in', 0, 1_000, 0, 0]],
    ['Fees Refund,4.90,EUR,,,,,,,', [expect.stringContaining('a refund has no type')]],
    ['Tax Refund,3.00,EUR,,,,,,,', [expect.stringContaining('a refund has no type')]],
    ['Buy,-3.00,EUR,,,,5.00,,1,DE1', ['fee and tax must be at most the total, which they are in.']],
    // Of a security in another currency: 1,000 dollars at 0.9 and 5 euros of fees.
    ['Buy,-905.00,EUR,"1,000.00",USD,0.9000,5.00,,10,US1', ['buy', -905, 1_000, 5.55555556, 0]],
    ['Sell,-894.00,EUR,"1,000.00",USD,0.9000,5.00,1.00,10,US1', ['sell', 894, 1_000, 5.55555556, 1.11111111]],
    // The rate of others is the other way round.
    ['Dividend,78.70,EUR,100.00,USD,1.0800,,13.89,50,US1', ['dividend', 78.7, 100, 0, 15.00162005]],
    [
      'Delivery (Inbound),905.00,EUR,"1,000.00",USD,0.9000,5.00,,10,US1',
      ['transfer_in', 0, 1_005.55555556, 0, 0],
    ],
    ['Buy,-905.00,EUR,"1,000.00",USD,0.5000,5.00,,10,US1', [expect.stringContaining('does not follow from')]],
  ])('in English: %s', async (row, expected) => {
    const { file, rows } = await read([PP_ENGLISH, `2026-01-15T00:00,${row},,,,`])
    expect([file.layout.name, file.unmapped, ...rows.map(told)]).toEqual([
      'portfolio-performance',
      [],
      expected,
    ])
  })

  it.each([
    ['Kauf;-1.005,00;EUR;;;;5,00;;10;DE1', ['buy', -1_005, 1_000, 5, 0]],
    ['Verkauf;994,00;EUR;;;;5,00;1,00;10,5;DE1', ['sell', 994, 1_000, 5, 1]],
    ['Dividende;8,50;EUR;;;;;1,50;10;DE1', ['dividend', 8.5, 10, 0, 1.5]],
    ['Zinsen;73,62;EUR;;;;;26,38;;', ['interest', 73.62, 100, 0, 26.38]],
    ['Zinsbelastung;-12,00;EUR;;;;;;;', ['fee', -12, 12, 0, 0]],
    ['Gebühren;-4,90;EUR;;;;;;;', ['fee', -4.9, 4.9, 0, 0]],
    ['Gebührenerstattung;4,90;EUR;;;;;;;', [expect.stringContaining('a refund has no type')]],
    ['Steuern;-7,00;EUR;;;;;;;', ['tax', -7, 7, 0, 0]],
    ['Steuerrückerstattung;7,00;EUR;;;;;;;', [expect.stringContaining('a refund has no type')]],
    ['Einlage;2.000,00;EUR;;;;;;;', ['deposit', 2_000, 2_000, 0, 0]],
    ['Entnahme;-100,00;EUR;;;;;;;', ['withdrawal', -100, 100, 0, 0]],
    ['Umbuchung (Eingang);25,00;EUR;;;;;;;', ['transfer_in', 25, 25, 0, 0]],
    ['Umbuchung (Ausgang);-25,00;EUR;;;;;;;', ['transfer_out', -25, 25, 0, 0]],
    ['Einlieferung;1.005,00;EUR;;;;5,00;;10;DE1', ['transfer_in', 0, 1_005, 0, 0]],
    ['Auslieferung;-994,00;EUR;;;;5,00;1,00;10;DE1', ['transfer_out', 0, 994, 0, 0]],
    ['Kauf;-905,00;EUR;1.000,00;USD;0,9000;5,00;;10;US1', ['buy', -905, 1_000, 5.55555556, 0]],
  ])('in German: %s', async (row, expected) => {
    const [type = '', ...rest] = row.split(';')
    const { file, rows } = await read([
      `\uFEFF${PP_GERMAN}`,
      `2026-01-15T00:00;;${[type, ...rest].join(';')};;;;`,
    ])
    expect([file.layout.name, file.unmapped, ...rows.map(told)]).toEqual([
      'portfolio-performance',
      [],
      expected,
    ])
  })

  it('has what is delivered from outside, and what is transferred within', async () => {
    const types = ['Delivery (Inbound)', 'Delivery (Outbound)', 'Transfer (Inbound)', 'Transfer (Outbound)']
    const { rows } = await read([
      PP_ENGLISH,
      ...types.map((type) => `2026-01-15T00:00,${type},10.00,EUR,,,,,,1,DE1,,,,`),
    ])
    expect(rows).toMatchObject([true, true, false, false].map((external) => ({ external })))
  })
})
