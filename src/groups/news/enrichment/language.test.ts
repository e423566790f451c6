import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../../../tests/support/cpu-time.ts'
import { languageOf, languageOfArticle, primaryLanguage } from './language.ts'

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
    ['en', 'Contoso beats on profit, guidance falls short'],
    ['en', 'Northwind shares jump after bid'],
    ['en', 'U.S. regulator fines Contoso over ads, stock drops'],
    ['en', 'Contoso sees wider loss'],
    ['en', 'Contoso plunges'],
    ['en', 'Fabrikam profit drops'],
    ['en', 'Northwind suspends dividend'],
    ['en', 'Contoso rejects Fabrikam bid'],
    ['en', 'Northwind awarded $4 billion Air Force contract'],
    ['en', 'Contoso discloses bad loan, shares tumble 11%'],
    ['en', 'Fabrikam downgraded at Northwind Capital'],
    ['en', 'Regulator tightens visa rules for students'],
    ['de', 'Contoso hebt Prognose nach starkem Quartal'],
    ['fr', 'Contoso relève son dividende'],
    ['es', 'Contoso sube en bolsa tras sus resultados'],
    ['it', 'Contoso, utile in calo nel terzo trimestre'],
    ['pt', 'Lucro da Contoso cai no trimestre'],
    ['nl', 'Contoso: winst daalt fors'],
    ['sv', 'Contoso köper tillbaka aktier'],
    ['pl', 'Akcje Contoso rosną'],
    ['ja', 'トヨタの株価が上昇した。'],
    ['ja', '日銀、大規模金融緩和政策を維持'],
    ['ja', '東京株式市場、大幅続落 日経平均株価は一時千円安'],
    ['ja', 'ソニーグループ'],
    ['ja', 'ｿﾆｰ株上昇'],
    ['ja', 'NTT docomo、SBI新生銀行を完全子会社化へ'],
    ['ja', '東証大幅続落、一時千円安'],
    ['ja', '日産自動車、営業利益三割減'],
    ['ja', '三菱商事、自社株買付実施'],
    ['ja', '任天堂純利益増、通期予想据置'],
    ['ja', '日本株式会社設立'],
    ['ja', '円相場反落'],
    ['ja', '米雇用統計発表、為替市場反応薄'],
    ['zh', '丰田汽车株式会社发布季度财报'],
    ['zh', '日本央行將維持利率，日圓對美元走貶'],
    ['zh', '黒田東彦談日圓匯率，對經濟前景樂觀'],
    ['zh', '阿里巴巴公布季度业绩'],
    ['zh', '鴻海營收創同期新高'],
    ['zh', '央行下调存款准备金率'],
    ['zh', '台股收盤上漲百點'],
    ['zh', '苹果公司提高股息'],
    ['zh', '台積電第三季營收創新高，優於市場預期，外資看好後市'],
    [
      'zh',
      '无印良品母公司「良品計画」在华扩张，旗下「MUJIの家」与多家地产商签约，未来三年将在二十个城市开设门店',
    ],
    ['ko', '삼성전자 주가 상승'],
    ['ko', '美 증시, 中 경기부양책에 상승'],
    ['ko', 'SK하이닉스 HBM 매출 급증'],
    ['ko', '삼성전자'.normalize('NFD')],
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

  test.each([
    'Deutsche Bank streicht 2.000 Stellen',
    'Contoso plant Aktienrückkauf nach Trading Update',
    'Contoso lanza oferta por Northwind',
    'Contoso opjusterer forventningerne',
    'Contoso nostaa tulosohjeistusta Northwind Sales',
    'Fabrikam raih laba bersih Best Buy naik',
    'Actions Contoso : les stocks de Northwind',
    'Türk Hava Yolları hisseleri yükseldi',
  ])('of a headline with names and borrowed words is never English for them: %s', (text) => {
    expect(languageOf(text)).not.toBe('en')
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

describe('the language of an article', () => {
  test.each([
    ['ja', '日本銀行、金融政策維持', { url: 'https://www.example.co.jp/1', source: 'Example' }],
    ['ja', '日本銀行、金融政策維持', { url: 'https://example.com/1', source: '日本経済新聞' }],
    ['zh', '日本銀行、金融政策維持', { url: 'https://example.com/1', source: 'Example' }],
    ['zh', '日本銀行、金融政策維持', { url: 'https://example.com/a.jp', source: 'Example' }],
    ['zh', '苹果公司发布新产品', { url: 'https://www.example.co.jp/1', source: 'Example' }],
    ['en', 'Shares of the company rise', { url: 'https://www.example.co.jp/1', source: '日本経済新聞' }],
  ])('is %s: %s of %o', (code, text, article) => {
    expect(languageOfArticle(text, article)).toBe(code)
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
