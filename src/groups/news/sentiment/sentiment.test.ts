import { expect, test } from 'vitest'
import { cpuMs } from '../../../../tests/support/cpu-time.ts'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import type { ArticleText, Mention } from '../article-text.ts'
import { LEAST_ACCURACY, sentimentSection } from '../testing/sentiment-section.ts'
import { articleSentiment, entitySentiment, labelOf, type SentimentScores } from './sentiment.ts'

const POSITIVE: SentimentScores = { positive: 0.8, neutral: 0.1, negative: 0.1 }
const NEGATIVE: SentimentScores = { positive: 0.1, neutral: 0.1, negative: 0.8 }

function mentions(text: ArticleText, name: string): Mention[] {
  const found: Mention[] = []
  for (const field of ['headline', 'body'] as const) {
    for (let at = text[field].indexOf(name); at !== -1; at = text[field].indexOf(name, at + 1)) {
      found.push({ field, start: at, end: at + name.length })
    }
  }
  return found
}

const inHeadline = (headline: string, name: string) => {
  const text = { headline, body: '' }
  return entitySentiment(text, mentions(text, name))
}
const inBody = (body: string, name: string) => {
  const text = { headline: '', body }
  return entitySentiment(text, mentions(text, name))
}

test.each([
  ['Contoso beats profit estimates, raises outlook', 'Contoso', 'positive'],
  ['Contoso misses estimates as sales slump', 'Contoso', 'negative'],
  ['Contoso beats on profit, guidance falls short', 'Contoso', 'negative'],
  ['Contoso misses on profit, raises guidance', 'Contoso', 'positive'],
  ['Contoso posts smaller loss on reduced spending', 'Contoso', 'positive'],
  ['Contoso posts wider quarterly loss as expenses surge', 'Contoso', 'negative'],
  ['Contoso profit misses estimates by 11.5%', 'Contoso', 'negative'],
  ['Contoso profit misses forecast', 'Contoso', 'negative'],
  ['Contoso upgrades full-year guidance', 'Contoso', 'positive'],
  ['Contoso upgrades annual profit forecast', 'Contoso', 'positive'],
  ['Contoso upgrades production forecast', 'Contoso', 'positive'],
  ['Contoso downgrades 2026 sales outlook', 'Contoso', 'negative'],
  ['Fabrikam upgrades Contoso to buy on strong outlook', 'Contoso', 'positive'],
  ['Contoso withholds full-year outlook', 'Contoso', 'negative'],
  ['Contoso weight-loss pill succeeds in late-stage trial', 'Contoso', 'positive'],
  ['Contoso weight-loss sales soar', 'Contoso', 'positive'],
  ['Fabrikam removes Contoso from conviction list', 'Contoso', 'negative'],
  ['Contoso declares force majeure at Texas plant', 'Contoso', 'negative'],
  ['Contoso sued over patent infringement', 'Contoso', 'negative'],
  ['Contoso shares plunge 12% after profit warning', 'Contoso', 'negative'],
  ['Contoso net loss narrows in third quarter', 'Contoso', 'positive'],
  ['Contoso net loss widens in third quarter', 'Contoso', 'negative'],
  ['Contoso debt hits record', 'Contoso', 'negative'],
  ['Contoso losses hit record $3 billion', 'Contoso', 'negative'],
  ['Contoso profit hits record', 'Contoso', 'positive'],
  ['Contoso hits record on strong earnings', 'Contoso', 'positive'],
  ['Contoso appoints Jane Roe as chief financial officer', 'Contoso', 'neutral'],
  ['Contoso faces probe over accounting', 'Contoso', 'negative'],
  ['Copper falls on weak demand; Zinc rises', 'Copper', 'negative'],
  ['Copper falls on weak demand; Zinc rises', 'Zinc', 'positive'],
  ['Fabrikam upgrades Contoso to buy', 'Contoso', 'positive'],
  ['Fabrikam upgrades Contoso to buy', 'Fabrikam', 'neutral'],
  ['Sell Contoso with target of 240: John Doe, Fabrikam', 'Contoso', 'negative'],
  ['Talks fail to end lockout at Contoso', 'Contoso', 'negative'],
  ['Judge declines to dismiss lawsuit against Contoso', 'Contoso', 'negative'],
  ['Judge dismisses lawsuit against Contoso', 'Contoso', 'positive'],
  ['Contoso not charged in fraud probe', 'Contoso', 'positive'],
  ['Contoso does not rule out bankruptcy', 'Contoso', 'negative'],
  ['Contoso has yet to turn a profit', 'Contoso', 'negative'],
  ['Court blocks fine against Contoso', 'Contoso', 'positive'],
  ['FDA halts Contoso trial', 'Contoso', 'negative'],
  ['CONTOSO SHARES SURGE 9% ON STRONG RESULTS', 'CONTOSO', 'positive'],
])('%s: %s is %s', (headline, name, expected) => {
  expect(labelOf(inHeadline(headline, name))).toBe(expected)
})

test.each([
  ['Contoso upgraded to overweight from neutral by Fabrikam', 'Contoso', 'positive'],
  ['Contoso downgraded to neutral from buy by Fabrikam', 'Contoso', 'negative'],
  ['Fabrikam raises price target on Contoso to $210', 'Contoso', 'positive'],
  ['Fabrikam cuts price target on Contoso to $45', 'Contoso', 'negative'],
  ['Fabrikam removes Contoso from focus list', 'Contoso', 'negative'],
  ['Contoso raises dividend', 'Contoso', 'positive'],
  ['Contoso initiates first-ever dividend', 'Contoso', 'positive'],
  ['Contoso declares special dividend of $2 per share', 'Contoso', 'positive'],
  ['Contoso maintains quarterly dividend at 25 cents', 'Contoso', 'neutral'],
  ['Contoso omits dividend for first time in 30 years', 'Contoso', 'negative'],
  ['Contoso axes dividend', 'Contoso', 'negative'],
  ['Contoso pauses share buybacks', 'Contoso', 'negative'],
  ['Court rules Contoso not liable for fire damage', 'Contoso', 'positive'],
  ['Court rules Contoso liable for fire damage', 'Contoso', 'negative'],
  ['Contoso unlikely to face penalty over data breach', 'Contoso', 'positive'],
  ['Contoso likely to face penalty over data breach', 'Contoso', 'negative'],
  ['Contoso swings to profit as costs fall', 'Contoso', 'positive'],
  ['Contoso moves from loss to profit in second quarter', 'Contoso', 'positive'],
  ['Contoso moves from profit to loss in second quarter', 'Contoso', 'negative'],
  ['Contoso blows past earnings estimates', 'Contoso', 'positive'],
  ['Contoso loss shrinks on lower spending', 'Contoso', 'positive'],
  ['Contoso stops buying back shares', 'Contoso', 'negative'],
  ['Contoso tops estimates but guidance disappoints', 'Contoso', 'negative'],
  ['Apartment block fire at Contoso', 'Contoso', 'negative'],
  ['Contoso guides below consensus for fourth quarter', 'Contoso', 'negative'],
  ['Contoso Q3 revenue up 12%, guides below', 'Contoso', 'negative'],
  ['Contoso guidance light', 'Contoso', 'negative'],
  ['Contoso tops estimates, guidance light', 'Contoso', 'negative'],
  ['Contoso Q2 profit beats; guidance soft', 'Contoso', 'negative'],
  ['Contoso profit rises; profit warning follows', 'Contoso', 'negative'],
  ['Contoso record sales, profit warning follows', 'Contoso', 'negative'],
  ['Contoso revenue beats, outlook comes up short', 'Contoso', 'negative'],
  ['Contoso outlook trails estimates', 'Contoso', 'negative'],
  ['Contoso misses estimates, guides above', 'Contoso', 'positive'],
  ['Contoso beats estimates, but guides below consensus', 'Contoso', 'negative'],
  ['Contoso gives light forecast', 'Contoso', 'negative'],
  ['Contoso tops estimates but outlook disappoints', 'Contoso', 'negative'],
  ['Contoso beats estimates but gives light forecast', 'Contoso', 'negative'],
  ['Contoso beats expectations, sees full-year profit below estimates', 'Contoso', 'negative'],
  ['Contoso results beat estimates but forecast underwhelms', 'Contoso', 'negative'],
  ['Contoso provides lighter-than-expected guidance', 'Contoso', 'negative'],
  ['Contoso earnings beat overshadowed by weak outlook', 'Contoso', 'negative'],
  ['Contoso record quarterly profit, but forecast falls short', 'Contoso', 'negative'],
  ['Contoso beats estimates, lowers full-year guidance', 'Contoso', 'negative'],
  ['Contoso beats on both lines, withdraws guidance', 'Contoso', 'negative'],
  ['Contoso shares jump as upbeat forecast outweighs profit miss', 'Contoso', 'positive'],
  ['Contoso misses estimates but outlook impresses', 'Contoso', 'positive'],
  ['Regulator widens inquiry into Contoso', 'Contoso', 'negative'],
])('payouts, ratings and verdicts; %s: %s is %s', (headline, name, expected) => {
  expect(labelOf(inHeadline(headline, name))).toBe(expected)
})

test.each([
  'Contoso seeks bankruptcy protection',
  'Contoso receives delisting notice from the exchange',
  'Contoso warns of going-concern doubt',
  'Contoso raises substantial doubt about its ability to go on',
  'Former Contoso chief indicted for securities fraud',
  'Contoso CEO steps down abruptly',
  'Contoso discloses data breach',
  'Contoso expands recall of pressure cookers',
  'Contoso halts production at Texas plant',
  'Contoso to pay $150 million to settle fraud charges',
  'Contoso books impairment charge of $1.1 billion',
  'Court blocks Contoso merger',
  'Workers strike at Contoso plants',
  'Contoso credit rating cut to junk',
  'Nomura strips Contoso of its outperform rating',
  'Contoso ceases share buybacks',
])('%s is negative', (headline) => {
  expect(labelOf(inHeadline(headline, 'Contoso'))).toBe('negative')
})

test.each([
  'Contoso wins $2 billion Pentagon contract',
  'Contoso lands $309 million contract',
  'Contoso lands order worth $40 million',
  'Contoso lands contract with the Navy',
  'Contoso announces $10 billion buyback',
  'Contoso reinstates dividend',
  'FDA approves Contoso cancer drug',
  'Contoso raises full-year guidance',
  'Contoso to join S&P 500',
  'S&P upgrades Contoso to investment grade',
  'Contoso ends sales slump',
  'Contoso avoids bankruptcy',
  'Contoso averts strike with a late deal',
  'Charges against Contoso dropped',
  'Judge dismisses lawsuit against Contoso',
  'Contoso cleared of fraud',
  'Contoso narrows loss',
  'Contoso recall smaller than feared',
  'Contoso posts smaller-than-expected loss',
  'Contoso fine overturned',
  'Contoso exits Chapter 11',
  'Contoso restarts its refinery after a fire',
])('%s is positive', (headline) => {
  expect(labelOf(inHeadline(headline, 'Contoso'))).toBe('positive')
})

test.each([
  'Contoso to report earnings on Tuesday',
  'Contoso appoints CFO',
  'Contoso to present at conference',
  'Contoso prices notes offering',
  'Contoso sets record date for dividend',
  'Contoso picks insider as CFO',
  'Contoso CEO to step down in 2026; successor named',
  'Contoso opens research lab in Toronto',
  'Contoso and Fabrikam to merge',
])('%s is neutral', (headline) => {
  expect(labelOf(inHeadline(headline, 'Contoso'))).toBe('neutral')
})

test('who is quoted is not judged by what he says of others', () => {
  const body = '"Demand for chips is falling and margins are weak," said Jane Roe, an analyst at Fabrikam.'
  expect(labelOf(inBody(body, 'Fabrikam'))).toBe('neutral')
})

test('what is said of a list is said of all its members, past codes and asides', () => {
  const body =
    'Contoso Inc <CTSO.O>, the biggest maker of pumps, Fabrikam <FBK.N> and Northwind fell between 2% and 4%.'
  expect(labelOf(inBody(body, 'Fabrikam'))).toBe('negative')
  expect(labelOf(inBody(body, 'Northwind'))).toBe('negative')
})

test('the sentence of a mention is read, not those beside it', () => {
  const body = 'Fabrikam slumped 20% on fraud claims. Contoso Ltd. rose 4% on record profit. Zinc plunged.'
  expect(labelOf(inBody(body, 'Contoso'))).toBe('positive')
})

test('scores sum to 1 and are shares, whatever the text', () => {
  const odd = [
    '',
    ' ',
    '🚀🚀🚀 $CTSO to the moon 🌙',
    '\ud800 lone surrogate Contoso',
    'Contoso\u0000\u202Eevil',
    '康索公司股价暴跌',
    '(((((((((((',
    'a.'.repeat(2000),
    ', and , and , and '.repeat(500),
    '<<<<<<<<[[[[[['.repeat(400),
  ]
  for (const body of odd) {
    for (const [start, end] of [
      [0, 0],
      [0, 3],
      [2, 1],
      [-5, 10],
      [body.length, body.length + 9],
    ] as const) {
      const scores = entitySentiment({ headline: body, body }, [
        { field: 'body', start, end },
        { field: 'headline', start, end },
      ])
      const values = [scores.positive, scores.neutral, scores.negative]
      expect(values.every((value) => value >= 0 && value <= 1)).toBe(true)
      expect(scores.positive + scores.neutral + scores.negative).toBeCloseTo(1, 9)
    }
  }
})

test('no mention, no words and other languages are neutral', () => {
  expect(labelOf(entitySentiment({ headline: 'Contoso slumps', body: '' }, []))).toBe('neutral')
  expect(labelOf(inHeadline('Contoso', 'Contoso'))).toBe('neutral')
  expect(labelOf(inHeadline('Contoso株が急落、業績予想を下方修正', 'Contoso'))).toBe('neutral')
  expect(
    labelOf(inBody('Der Kurs von Contoso brach nach einer Gewinnwarnung um zwölf Prozent ein.', 'Contoso')),
  ).toBe('neutral')
})

test('the headline outweighs passing mentions below it', () => {
  const passing = 'Contoso makes pumps in Ohio. '.repeat(30)
  const text = { headline: 'Contoso shares tumble 15% after profit warning', body: passing }
  expect(labelOf(entitySentiment(text, mentions(text, 'Contoso')))).toBe('negative')
})

test('a megabyte with ten thousand mentions takes no longer than its first fifty', () => {
  const body =
    'Contoso rose 4% on record profit and this sentence says nothing more of it at all today. '.repeat(12_000)
  const text = { headline: '', body }
  const all = mentions(text, 'Contoso')
  const started = cpuMs()
  expect(labelOf(entitySentiment(text, all))).toBe('positive')
  expect(cpuMs() - started).toBeLessThan(500)
  const oneSentence = { headline: `Contoso ${'up '.repeat(300_000)}`, body: '' }
  expect(labelOf(entitySentiment(oneSentence, mentions(oneSentence, 'Contoso')))).toBe('positive')
})

test('an article is what its entities are, by relevance', () => {
  const text = { headline: 'Contoso and Fabrikam in the news', body: '' }
  const bad = articleSentiment(text, [
    { relevance: 0.9, scores: NEGATIVE },
    { relevance: 0.1, scores: POSITIVE },
  ])
  const good = articleSentiment(text, [
    { relevance: 0.1, scores: NEGATIVE },
    { relevance: 0.9, scores: POSITIVE },
  ])
  expect(labelOf(bad)).toBe('negative')
  expect(labelOf(good)).toBe('positive')
  expect(bad.positive + bad.neutral + bad.negative).toBeCloseTo(1, 9)
})

test('an article without entities is what its headline says', () => {
  expect(
    labelOf(articleSentiment({ headline: 'Shares slump as fears of recession grow', body: '' }, [])),
  ).toBe('negative')
  expect(labelOf(articleSentiment({ headline: 'Stocks rally to record high', body: '' }, []))).toBe(
    'positive',
  )
  expect(labelOf(articleSentiment({ headline: '', body: '' }, []))).toBe('neutral')
  expect(
    articleSentiment({ headline: 'Stocks rally', body: '' }, [{ relevance: 0, scores: NEGATIVE }]),
  ).toEqual(articleSentiment({ headline: 'Stocks rally', body: '' }, []))
})

test('equal shares are neutral', () => {
  expect(labelOf({ positive: 0.4, neutral: 0.2, negative: 0.4 })).toBe('neutral')
  expect(labelOf({ positive: 0.4, neutral: 0.4, negative: 0.2 })).toBe('neutral')
})

describeRealData('sentiment on the development sets', () => {
  test('reaches what is asked on headlines and on passages', { timeout: 240_000 }, () => {
    const lines: string[] = []
    const met = sentimentSection(realData(), (line) => lines.push(line))
    expect([met, ...lines]).toEqual([true, ...lines])
    expect(lines[0]).toBe('Sentiment per entity')
    expect(lines.join('\n')).toContain(`at least ${LEAST_ACCURACY.finentity.toFixed(2)}`)
  })
})
