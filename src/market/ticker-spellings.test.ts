import { describe, expect, it } from 'vitest'
import { isSameTicker, symbolKey, tickerSpellings, unplacedTicker } from './ticker-spellings.ts'

describe('tickerSpellings', () => {
  it.each([
    ['XNYS', ['BRK.B', 'BRK-B', 'BRK/B', 'BRK B', 'brk-b']],
    ['XNYS', ['ABR^D', 'ABR$D', 'ABR-PD', 'ABR PR D', 'ABR.PR.D', 'ABR.PRD', 'ABRpD']],
    ['XNYS', ['TY^', 'TY$', 'TY-P']],
    ['XNYS', ['GROY-WT', 'GROY.W', 'GROY/WS', 'GROY WS', 'GROY.WS']],
    ['XNYS', ['NSPR-WTB', 'NSPR WS-B', 'NSPR.WS.B']],
    ['XNYS', ['AAC.U', 'AAC-UN', 'AAC/U']],
    ['XNYS', ['AIIA.R', 'AIIA-RT', 'AIIA-RI']],
    ['XLON', ['VOD.L', 'VOD', 'vod', 'VOD.IL']],
    ['XLON', ['BT-A.L', 'BT.A.L', 'BT/A.L', 'BT.A', 'BT-A']],
    ['XTSE', ['AD-UN.TO', 'AD.UN', 'AD UN.TO']],
    ['XHKG', ['0005.HK', '5', '00005', '5.HK']],
    ['CCC', ['BTC-USD', 'BTC/USD', 'btc usd']],
  ])('%s: any of %j leads to every other', (mic, written) => {
    for (const one of written) {
      for (const other of written) {
        expect([one, other, tickerSpellings(one, mic).includes(other.toUpperCase())]).toEqual([
          one,
          other,
          true,
        ])
        expect([one, other, isSameTicker(one, other, mic)]).toEqual([one, other, true])
      }
    }
  })

  it('keeps what is not one ticker apart', () => {
    const apart: [string, string, string][] = [
      ['BAC-PL', 'BAC-L', 'XNYS'],
      ['BRK.A', 'BRK.B', 'XNYS'],
      ['BRK.B', 'BRKB', 'XNYS'],
      ['BTC-USD', 'BTC-EUR', 'CCC'],
      ['ADA-USD', 'ADA.D', 'XNYS'],
      ['7203-T', '7203.T', 'XTKS'],
      ['SAP-DE', 'SAP.DE', 'XETR'],
      ['SAP.DE', 'SAP', 'XNYS'],
    ]
    for (const [one, other, mic] of apart) {
      expect([one, other, isSameTicker(one, other, mic)]).toEqual([one, other, false])
    }
  })

  it('takes a suffix for a part of the ticker where no venue is named', () => {
    expect(tickerSpellings('VOD', null)).toEqual(['VOD'])
    expect(tickerSpellings('AAPL', 'XNAS')).toEqual(['AAPL'])
    expect(unplacedTicker('RDS-B')).toBe('RDS.B')
    expect(symbolKey('RDS B', 'XXXX')).toBe('XXXX RDS.B')
    expect(symbolKey('BTC-USD', 'XXXX')).toBe('XXXX BTC-USD')
  })
})
