import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../../tests/support/cpu-time.ts'
import { languageOf, primaryLanguage } from './language.ts'

describe('the language of a text', () => {
  test.each([
    ['en', 'Apple raises its dividend by 4 percent after a record quarter, the company said on Thursday.'],
    [
      'de',
      'Der Konzern hebt die Dividende nach einem starken Quartal an, und die Aktie steigt auf ein Hoch.',
    ],
    [
      'fr',
      'Le groupe relève son dividende et les actions montent dans le sillage des résultats de la banque.',
    ],
    ['es', 'El banco sube el dividendo y las acciones de la empresa se disparan en la bolsa de Madrid.'],
    ['it', 'Il gruppo alza il dividendo e le azioni della banca salgono dopo i conti del trimestre.'],
    ['nl', 'Het bedrijf verhoogt het dividend en de aandelen van de bank zijn naar een record gestegen.'],
    ['ja', 'トヨタの株価が上昇した。'],
    ['zh', '苹果公司提高股息'],
    ['ko', '삼성전자 주가 상승'],
    ['ru', 'Газпром повысил дивиденды'],
    ['el', 'Η μετοχή ανεβαίνει'],
  ])('%s', (code, text) => {
    expect(languageOf(text)).toBe(code)
  })

  test.each([
    'Northwind Traders names a chairman',
    'Contoso says no deal yet',
    'Earnings per share rise',
    'What investors do now',
  ])('of an English headline is never another one: %s', (text) => {
    expect([null, 'en']).toContain(languageOf(text))
  })

  test('is not known where little or nothing says so', () => {
    for (const text of ['', ' ', '12345 %', '🚀🚀', 'AAPL', 'Contoso Fabrikam Northwind']) {
      expect([text, languageOf(text)]).toEqual([text, null])
    }
  })

  test('is read from the beginning, so a long text costs no more', () => {
    const began = cpuMs()
    expect(languageOf(`${'the and of '.repeat(500_000)}`)).toBe('en')
    expect(cpuMs() - began).toBeLessThan(500)
  })
})

describe('a language tag', () => {
  test.each([
    ['en-US', 'en'],
    ['EN_us', 'en'],
    [' de ', 'de'],
    ['zh-Hant-TW', 'zh'],
    ['', null],
    ['english', null],
    ['e', null],
    ['12', null],
  ])('%j is %j', (tag, code) => {
    expect(primaryLanguage(tag)).toBe(code)
  })
})
