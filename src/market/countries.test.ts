import { describe, expect, test } from 'vitest'
import { countryCode } from './countries.ts'

describe('countryCode', () => {
  test.each([
    ['US', 'US'],
    ['us', 'US'],
    ['United States', 'US'],
    ['USA', 'US'],
    [' Germany ', 'DE'],
    ['Hong Kong', 'HK'],
    ['Korea', 'KR'],
    ['South Korea', 'KR'],
    ['Taiwan', 'TW'],
    ['Trinidad and Tobago', 'TT'],
    ['Curacao', 'CW'],
    ["Cote d'Ivoire", 'CI'],
    ['Turkey', 'TR'],
    ['Czech Republic', 'CZ'],
    ['United Kingdom', 'GB'],
    ['UK', 'GB'],
  ])('%j is %s', (text, code) => {
    expect(countryCode(text)).toBe(code)
  })

  test.each([null, '', 'Atlantis', 'ZZ', 'EU', 'XX', 'constructor'])('%j is none', (text) => {
    expect(countryCode(text)).toBeNull()
  })
})
