import { describe, expect, it } from 'vitest'
import { dayOf, formatDay } from '../../kernel/time.ts'
import { calendarOf } from '../../market/venues.ts'
import { UNIVERSE } from './index.ts'
import type { DemoInstrument } from '../instrument.ts'

function byTicker(ticker: string): DemoInstrument {
  const found = UNIVERSE.find((each) => each.ticker === ticker)
  if (found === undefined) throw new Error(`no ${ticker}`)
  return found
}

/** Sum of the digits of numbers of which every second, from `doubled` on, counts twice. */
function weighed(values: readonly number[], doubled: number): number {
  return values.reduce((sum, value, at) => {
    const counted = at % 2 === doubled ? 2 * value : value
    return sum + Math.floor(counted / 10) + (counted % 10)
  }, 0)
}

/** ISO 6166: Luhn's sum over the letters as numbers from 10 on, digit by digit, from the right. */
function isIsin(isin: string): boolean {
  const digits = isin.split('').flatMap((sign) => String(Number.parseInt(sign, 36)).split('').map(Number))
  return /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin) && weighed(digits.toReversed(), 1) % 10 === 0
}

/** FIGI (OMG): every second sign counts twice, the digits of the products are added; no vowels. */
function isFigi(figi: string): boolean {
  const signs = figi
    .slice(0, 11)
    .split('')
    .map((sign) => Number.parseInt(sign, 36))
  const check = (10 - (weighed(signs, 1) % 10)) % 10
  return /^BBG[B-DF-HJ-NP-TV-Z0-9]{8}[0-9]$/.test(figi) && check === Number(figi[11])
}

describe('public facts', () => {
  it('every ISIN and FIGI has its check digit, every CIK is a number; nobody shares one', () => {
    const wrong = UNIVERSE.filter(
      ({ isin, figi, cik }) =>
        (isin !== null && !isIsin(isin)) ||
        (figi !== null && !isFigi(figi)) ||
        (cik !== null && !/^[1-9][0-9]{3,6}$/.test(cik)),
    )
    expect(wrong.map(({ ticker }) => ticker)).toEqual([])
    for (const kind of ['isin', 'figi', 'cik'] as const) {
      const all = UNIVERSE.flatMap((each) => each[kind] ?? [])
      expect(new Set(all).size).toBe(all.length)
    }
    expect([isIsin('US0378331006'), isFigi('BBG000B9XRY5')]).toEqual([false, false])
  })

  it('are those that anybody can look up', () => {
    const facts = (ticker: string): unknown[] => {
      const { isin, cik, figi, listedOn } = byTicker(ticker)
      return [isin, cik, figi, listedOn === null ? null : formatDay(listedOn)]
    }
    expect(facts('AAPL')).toEqual(['US0378331005', '320193', 'BBG000B9XRY4', '1980-12-12'])
    expect(facts('MSFT')).toEqual(['US5949181045', '789019', 'BBG000BPH459', '1986-03-13'])
    expect(facts('COIN')).toEqual(['US19260Q1076', '1679788', null, '2021-04-14'])
    expect(facts('SAP.DE')).toEqual(['DE0007164600', null, null, '1988-11-04'])
    expect(facts('SPY').slice(0, 2)).toEqual(['US78462F1030', null])
    expect(byTicker('META').formerTickers).toEqual([{ ticker: 'FB', until: dayOf(2022, 6, 8) }])
  })

  it('are there for most companies in New York, and for many elsewhere', () => {
    const known = (instruments: readonly DemoInstrument[], fact: 'isin' | 'cik' | 'listedOn'): number =>
      instruments.filter((each) => each[fact] !== null).length / instruments.length
    const companies = UNIVERSE.filter(({ assetClass }) => assetClass === 'equity')
    const newYork = companies.filter(({ mic }) => mic === 'XNAS' || mic === 'XNYS')
    expect(known(newYork, 'isin')).toBeGreaterThan(0.9)
    expect(known(newYork, 'cik')).toBeGreaterThan(0.95)
    expect(known(newYork, 'listedOn')).toBeGreaterThan(0.5)
    expect(known(companies, 'isin')).toBeGreaterThan(0.8)
  })

  it('an ISIN is of a country where shares of the venue come from', () => {
    const prefixes: Record<string, RegExp> = {
      XETR: /^(DE|NL)/,
      XPAR: /^(FR|NL|LU)/,
      XAMS: /^(NL|LU|IE)/,
      XLON: /^(GB|JE|IE)/,
      XTKS: /^JP/,
      XHKG: /^(KYG|CNE|HK|BMG)/,
      XASX: /^AU/,
      XTSE: /^CA/,
    }
    const odd = UNIVERSE.filter(({ isin, mic }) => isin !== null && prefixes[mic]?.test(isin) === false)
    expect(odd.map(({ ticker }) => ticker)).toEqual([])
  })

  it('first days of trading were sessions, and last days of a former ticker too', () => {
    const isSession = ({ mic, assetClass }: DemoInstrument, day: number): boolean =>
      day < dayOf(1990, 1, 1) || calendarOf(mic, assetClass)?.sessionOn(day)?.day === day
    const wrong = UNIVERSE.filter(
      (each) =>
        (each.listedOn !== null && !isSession(each, each.listedOn)) ||
        each.formerTickers.some(({ until }) => !isSession(each, until)),
    )
    expect(wrong.map(({ ticker }) => ticker)).toEqual([])
  })
})
