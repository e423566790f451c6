import { describe, expect, it } from 'vitest'
import { readAll } from '../../../../tests/support/interpreted.ts'

describe('an export of Revolut', () => {
  it('has currencies before its amounts', async () => {
    const found = await readAll(
      'Date,Ticker,Type,Quantity,Price per share,Total Amount,Currency,FX Rate',
      '2025-03-03T14:30:00.123456Z,,CASH TOP-UP,,,USD 1000,USD,1.0830',
      '2025-03-04T14:30:00.123456Z,AAPL,BUY - MARKET,2.5,USD 200,USD 500,USD,1.0830',
      '2025-03-05T14:30:00.123456Z,AAPL,SELL - LIMIT,1,$210.10,$210.08,USD,1.0830',
      '2025-03-06T14:30:00.123456Z,AAPL,DIVIDEND,,,USD 0.50,USD,1.0830',
      '2025-03-07T14:30:00.123456Z,,CUSTODY FEE,,,USD -0.10,USD,1.0830',
      '2025-03-07T14:30:00.123456Z,,CASH WITHDRAWAL,,,-USD 12.30,USD,1.0830',
      '2025-03-07T14:30:00.123456Z,AAPL,DIVIDEND,,,USD -0.50,USD,1.0830',
      '2025-03-07T14:30:00.123456Z,AAPL,STOCK SPLIT,7.5,,USD 0,USD,1.0830',
    )
    expect([found.layout, found.unmapped, found.told]).toEqual([
      'revolut',
      [],
      [
        ['deposit', 1_000, 1_000, 0, 0],
        ['buy', -500, 500, 0, 0],
        ['sell', 210.08, 210.08, 0, 0],
        ['dividend', 0.5, 0.5, 0, 0],
        ['fee', -0.1, 0.1, 0, 0],
        ['withdrawal', -12.3, 12.3, 0, 0],
        [expect.stringContaining('dividend is money that comes')],
        [expect.stringContaining('splits that are recorded are applied by themselves')],
      ],
    ])
  })
})

describe('transactions of DEGIRO', () => {
  const OLD =
    'Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction and/or third,,Total,,Order ID'
  const NEW =
    'Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value EUR,Exchange rate,AutoFX Fee,Transaction and/or third party fees EUR,Total EUR,Order ID,'

  /** The same purchase as most languages write it, and what it moved and cost. */
  const NEW_ROW =
    '03-04-2025,15:30,APPLE INC,US0378331005,NDQ,XNAS,10,"200,5000",USD,"-2005,00",USD,"-1925,10","1,0415","-4,81","-1,00","-1930,91",,abc'
  const NEW_TOLD = [-1_930.91, 6.0511]

  // 2,005 USD at 1.0415 are 1,925.11 EUR; 1,926.10 moved, of which 1.00 is a fee.
  it('have the currency behind each amount, and the day first', async () => {
    const found = await readAll(
      OLD,
      '03-04-2025,15:30,APPLE INC,US0378331005,NDQ,XNAS,10,200.5000,USD,-2005.00,USD,-1925.10,EUR,1.0415,-1.00,EUR,-1926.10,EUR,abc',
      '04-04-2025,16:30,SAP SE,DE0007164600,XET,XETA,-4,210.0000,EUR,840.00,EUR,840.00,EUR,,-4.90,EUR,835.10,EUR,abc',
      '05-04-2025,16:30,SAP SE,DE0007164600,XET,XETA,1,210.0000,EUR,-210.00,EUR,-210.00,EUR,,,,-210.00,EUR,abc',
    )
    expect([found.layout, found.unmapped]).toEqual(['degiro', []])
    expect(found.told).toEqual([
      ['buy', -1_926.1, 2_005, expect.closeTo(1.0415, 4), 0],
      ['sell', 835.1, 840, 4.9, 0],
      ['buy', -210, 210, 0, 0],
    ])
    // One order, filled in parts: its id is none of a transaction.
    expect(found.rows).toMatchObject([
      { trade_date: '2025-04-03', currency: 'USD', fx_currency: 'EUR', external_id: null },
      { trade_date: '2025-04-04', currency: 'EUR', fx_rate: null, external_id: null },
      { trade_date: '2025-04-05', quantity: 1, price: 210 },
    ])
  })

  it('have it in the name as well', async () => {
    const found = await readAll(
      NEW,
      '03-04-2025,15:30,APPLE INC,US0378331005,NDQ,XNAS,10,200.5000,USD,-2005.00,USD,-1925.10,1.0415,-4.81,-1.00,-1930.91,,abc',
    )
    expect([found.layout, found.unmapped, found.told]).toEqual([
      'degiro',
      [],
      [['buy', -1_930.91, 2_005, expect.closeTo(6.0511, 3), 0]],
    ])
  })

  it.each([
    [
      'Datum,Tijd,Product,ISIN,Beurs,Uitvoeringsplaats,Aantal,Koers,,Lokale waarde,,Waarde,,Wisselkoers,Transactiekosten en/of,,Totaal,,Order ID',
      '03-04-2025,15:30,APPLE INC,US0378331005,NDQ,XNAS,10,"200,5000",USD,"-2005,00",USD,"-1925,10",EUR,"1,0415","-1,00",EUR,"-1926,10",EUR,abc',
      [-1_926.1, 1.0415],
    ],
    [
      'Datum,Tijd,Product,ISIN,Beurs,Uitvoeringsplaats,Aantal,Koers,,Lokale waarde,,Waarde EUR,Wisselkoers,AutoFX Kosten,Transactiekosten en/of kosten van derden EUR,Totaal EUR,Order ID,',
      NEW_ROW,
      NEW_TOLD,
    ],
    [
      'Datum,Uhrzeit,Produkt,ISIN,Referenzbörse,Ausführungsort,Anzahl,Kurs,,Wert in Lokalwährung,,Wert EUR,Wechselkurs,AutoFX-Gebühr,Transaktionsgebühren und/oder Fremdkosten EUR,Gesamt EUR,Order-ID,',
      NEW_ROW,
      NEW_TOLD,
    ],
    [
      'Fecha,Hora,Producto,ISIN,Bolsa de referencia,Centro de ejecución,Número,Precio,,Valor local,,Valor EUR,Tipo de cambio,Comisión AutoFX,Costes de transacción y/o externos EUR,Total EUR,ID Orden,',
      NEW_ROW,
      NEW_TOLD,
    ],
    [
      "Date,Heure,Produit,Code ISIN,Place boursière,Lieu d'exécution,Quantité,Cours,,Montant devise locale,,Montant EUR,Taux de change,Frais conversion AutoFX,Frais de courtage et/ou de parties tierces EUR,Montant négocié EUR,ID Ordre,",
      '03-04-2025,15:30,APPLE INC,US0378331005,NDQ,XNAS,10,"200,5000",USD,"-2 005,00",USD,"-1 925,10","1,0415","-4,81","-1,00","-1 930,91",,abc',
      [-1_930.91, 6.0511],
    ],
    [
      'Data,Ora,Prodotto,ISIN,Borsa di riferimento,Sede di esecuzione,Quantità,Quotazione,,Valore locale,,Valore EUR,Tasso di cambio,Commissione AutoFX,Costi di transazione e/o di terze parti EUR,Totale EUR,ID Ordine,',
      NEW_ROW,
      NEW_TOLD,
    ],
    [
      'Data,Hora,Produto,ISIN,Bolsa de referência,Local de execução,Quantidade,Preço,,Valor local,,Valor EUR,Taxa de câmbio,Custo AutoFX,Custos de transação e/ou de terceiros EUR,Total EUR,ID da Ordem,',
      NEW_ROW,
      NEW_TOLD,
    ],
  ])('are read in the language of the account: %.30s', async (header, row, [cash, fee]) => {
    const { layout, unmapped, told, rows } = await readAll(header, row)
    expect([layout, told]).toEqual(['degiro', [['buy', cash, 2_005, expect.closeTo(fee ?? 0, 3), 0]]])
    expect(unmapped).toEqual([])
    expect(rows).toMatchObject([{ trade_date: '2025-04-03', quantity: 10, price: 200.5, currency: 'USD' }])
  })

  // Four for one: with the split that is recorded there would be seven times as many.
  it('rejects what nobody has ordered', async () => {
    const found = await readAll(
      OLD,
      '31-08-2020,08:00,APPLE INC,US0378331005,NDQ,,-10,500.0000,USD,5000.00,USD,4200.00,EUR,1.1905,,,4200.00,EUR,',
      '31-08-2020,08:00,APPLE INC,US0378331005,NDQ,,40,125.0000,USD,-5000.00,USD,-4200.00,EUR,1.1905,,,-4200.00,EUR,',
    )
    const reason =
      'type "corporate action" is not read: enter by hand what is not recorded with the instrument.'
    expect(found.told).toEqual([[reason], [reason]])
  })

  it('rejects a total that does not follow from the rest', async () => {
    const found = await readAll(
      OLD,
      '03-04-2025,15:30,APPLE INC,US0378331005,NDQ,XNAS,10,200.5000,USD,-2005.00,USD,-925.10,EUR,1.0415,-1.00,EUR,-926.10,EUR,abc',
    )
    expect(found.told).toEqual([[expect.stringContaining('does not follow from the USD of the row')]])
  })
})

describe('an account of DEGIRO', () => {
  const HEADER = 'Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id'
  const row = (cells: string, order = ''): string =>
    `03-04-2025,15:30,02-04-2025,${cells},EUR,100.00,${order}`

  it('has what is not in its transactions: dividends, deposits, interest, fees, and conversions as two transfers', async () => {
    const found = await readAll(
      HEADER,
      row('APPLE INC,US0378331005,Dividend,,USD,2.60'),
      row('APPLE INC,US0378331005,Dividend Tax,,USD,-0.39'),
      row(',,FX Debit,1.0831,USD,-2.21'),
      row(',,FX Credit,,EUR,2.04'),
      row(',,flatex Deposit,,EUR,1000.00'),
      row(',,Processed Flatex Withdrawal,,EUR,-250.00'),
      row(',,Flatex Interest Income,,EUR,0.12'),
      row(',,Flatex Interest,,EUR,-0.30'),
      row(',,DEGIRO Exchange Connection Fee 2025 (Xetra),,EUR,-2.50'),
      row(',,DEGIRO Exchange Connection Fee 2025 (Xetra),,EUR,2.50'),
      row(',,Degiro Cash Sweep Transfer,,EUR,-5.00'),
      row('SAP SE,DE0007164600,"Buy 10 SAP SE@210 EUR (DE0007164600)",,EUR,-2100.00', 'abc'),
      row('SAP SE,DE0007164600,DEGIRO Transaction and/or third party fees,,EUR,-4.90', 'abc'),
    )
    expect([found.layout, found.unmapped]).toEqual(['degiro', []])
    expect(found.told).toEqual([
      ['dividend', 2.6, 2.6, 0, 0],
      ['tax', -0.39, 0.39, 0, 0],
      ['transfer_out', -2.21, 2.21, 0, 0],
      ['transfer_in', 2.04, 2.04, 0, 0],
      ['deposit', 1_000, 1_000, 0, 0],
      ['withdrawal', -250, 250, 0, 0],
      ['interest', 0.12, 0.12, 0, 0],
      ['fee', -0.3, 0.3, 0, 0],
      ['fee', -2.5, 2.5, 0, 0],
      [expect.stringContaining('a refund has no type')],
      [expect.stringContaining('not "cash sweep"')],
      ['type "part of a trade" is not read: trades, and what was paid for them, are in the other file.'],
      ['type "part of a trade" is not read: trades, and what was paid for them, are in the other file.'],
    ])
    expect(found.rows[0]).toMatchObject({
      trade_date: '2025-04-03',
      currency: 'USD',
      instrument: { by: 'isin', value: 'US0378331005' },
    })
  })

  it.each([
    [
      'Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id',
      [
        ['Dividend', '2,60', 'dividend'],
        ['Dividendbelasting', '-0,39', 'tax'],
        ['Valuta Creditering', '2,04', 'transfer_in'],
        ['iDEAL storting', '1000,00', 'deposit'],
        ['flatex terugstorting', '-250,00', 'withdrawal'],
        ['DEGIRO Aansluitingskosten 2025 (Xetra)', '-2,50', 'fee'],
      ],
    ],
    [
      'Datum,Uhrzeit,Valutadatum,Produkt,ISIN,Beschreibung,FX,Änderung,,Saldo,,Order-ID',
      [
        ['Dividende', '2,60', 'dividend'],
        ['Dividendensteuer', '-0,39', 'tax'],
        ['Währungswechsel (Ausbuchung)', '-2,21', 'transfer_out'],
        ['SOFORT Einzahlung', '1000,00', 'deposit'],
        ['Auszahlung', '-250,00', 'withdrawal'],
        ['Einrichtung von Handelsmodalitäten Gebühr 2025', '-2,50', 'fee'],
      ],
    ],
    [
      'Fecha,Hora,Fecha valor,Producto,ISIN,Descripción,Tipo,Variación,,Saldo,,ID Orden',
      [
        ['Dividendo', '2,60', 'dividend'],
        ['Retención del dividendo', '-0,39', 'tax'],
        ['Ingreso Cambio de Divisa', '2,04', 'transfer_in'],
        ['Ingreso', '1000,00', 'deposit'],
        ['Interés', '0,12', 'interest'],
        ['Comisión de conectividad con el mercado 2025', '-2,50', 'fee'],
      ],
    ],
    [
      'Date,Heure,Date de,Produit,Code ISIN,Description,FX,Mouvements,,Solde,,ID Ordre',
      [
        ['Dividende', '2,60', 'dividend'],
        ['Impôts sur dividende', '-0,39', 'tax'],
        ['Opération de change - Débit', '-2,21', 'transfer_out'],
        ['Versement de fonds', '1 000,00', 'deposit'],
        ['Retrait de fonds', '-250,00', 'withdrawal'],
        ['Frais de connexion aux places boursières 2025', '-2,50', 'fee'],
      ],
    ],
  ])('is read in the language of it: %.30s', async (header, lines) => {
    const found = await readAll(
      header,
      ...lines.map(
        ([said, moved]) =>
          `03-04-2025,15:30,02-04-2025,APPLE INC,US0378331005,${said},,EUR,"${moved}",EUR,"100,00",`,
      ),
    )
    expect([found.layout, found.unmapped]).toEqual(['degiro', []])
    expect(found.rows).toMatchObject(lines.map(([, , type]) => ({ type })))
  })

  it('has no deposit twice that was announced', async () => {
    const found = await readAll(
      HEADER,
      row(',,Reservation iDEAL / Sofort Deposit,,EUR,1000.00'),
      row(',,iDEAL Deposit,,EUR,1000.00'),
    )
    expect(found.told).toEqual([
      [expect.stringContaining('not "reservation"')],
      ['deposit', 1_000, 1_000, 0, 0],
    ])
  })
})
