import { describe, expect, it } from 'vitest'
import { read, told } from '../../../../tests/support/interpreted.ts'

describe('text below the table', () => {
  const HEADER =
    '"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"'
  const ROW = '"3/4/2025","3/4/2025","3/5/2025","AAPL","Text","Buy","10","$200.50","($2,005.00)"'
  const below = async (...lines: string[]) => {
    const { file, rows } = await read(lines)
    return { below: file.footerLines, told: rows.map(told), unmapped: file.unmapped }
  }
  const BOUGHT = ['buy', -2_005, 2_005, 0, 0]

  it('is no row, and is counted', async () => {
    const disclaimer =
      'The data provided is for informational purposes only. Please consult a professional for the tax of options, dividends and interest.'
    expect(await below(HEADER, ROW, '', `"","","","","","","","","","${disclaimer}"`)).toEqual({
      below: 1,
      told: [BOUGHT],
      unmapped: [],
    })
    expect(
      await below(
        HEADER,
        ROW,
        `"${disclaimer}"`,
        '',
        `"It ends\nhere."`,
        'Date downloaded 01/15/2026 10:22 pm',
      ),
    ).toEqual({ below: 3, told: [BOUGHT], unmapped: [] })
  })

  it('may have commas without quotes', async () => {
    const address = 'Services are provided by Example LLC (EX), 900 Salem Street, Smithfield, RI 02917.'
    expect(await below(HEADER, ROW, address)).toEqual({ below: 1, told: [BOUGHT], unmapped: [] })
  })

  it('is no second account of a file', async () => {
    const found = await below(
      'Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commissions and Fees,Net Amount',
      '123,2025-03-04,2025-03-05,Buy,Buy,APPLE INC,AAPL,10,200.5,-2005,0,-2005',
      'Past performance is no guarantee of future results.',
    )
    expect([found.below, found.told]).toEqual([1, [BOUGHT]])
  })

  it.each([
    ['that broke off', '"3/4/2025"'],
    ['of words alone, one of them a type', '"Pending","","","AAPL","Text","Buy","ten"'],
    ['whose day nobody can read', '"2025-13-04","","","AAPL","Text","Odd","10"'],
    ['that broke off behind its type', '"","","","","","Buy"'],
    ['in quotes as a whole', '"3/4/2025,3/4/2025,3/5/2025,AAPL,Text,Buy,10,$200.50,($2,005.00)"'],
    ['without a day and a type', '"","","","AAPL","Text","","10","$200.50",""'],
    ['with money alone', '"","","","","Total","","","","$5.00"'],
    ['whose quotes are not closed', '"Text of which nobody knows the end'],
  ])('is none of a row %s: it is rejected', async (_, row) => {
    const found = await below(HEADER, ROW, row)
    expect([found.below, found.told]).toEqual([0, [BOUGHT, expect.arrayContaining([expect.any(String)])]])
  })

  it('between rows, and below none, is rejected like any row', async () => {
    const rejected = [expect.any(String), expect.any(String)]
    expect(await below(HEADER, ROW, 'Some text in between', ROW)).toMatchObject({
      below: 0,
      told: [BOUGHT, rejected, BOUGHT],
    })
    expect(await below(HEADER, 'Some text below no row')).toMatchObject({ below: 0, told: [rejected] })
  })
})
