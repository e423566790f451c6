import { describe, expect, it } from 'vitest'
import { unavailableIn } from './unavailable-data.ts'

describe('unstoredIn', () => {
  it.each([
    ["when is apple's next earnings report?", 'Earnings dates'],
    ['when does Apple report?', 'Earnings dates'],
    ['how has apple done since its latest earnings', 'Earnings dates'],
    ['how much did amazon spend on r&d', 'statement line'],
    ["summarize apple's latest 10-k", 'text of filings'],
    ["explain apple's business", 'text of filings'],
    ['who audits microsoft', 'text of filings'],
    ['tesla options', 'Options are not stored'],
    ['apple premarket', 'outside the trading sessions'],
    ['did microsoft beat earnings?', 'Expectations of analysts'],
    ['who is the CEO of Coca-Cola', 'Founders, executives'],
    ['when was tesla founded', 'founding dates'],
    ['how many employees does apple have', 'Employee numbers'],
    ['where is Toyota based?', 'Employee numbers'],
    ['who owns apple stock', 'Shareholders'],
    ['current ratio of boeing', 'not computed here'],
    ['inventory turnover of walmart', 'not computed here'],
    ["what percentage of apple's revenue is services", 'a product, a segment or a region'],
  ])('says why: %s', (question, why) =>
    expect(unavailableIn(question)).toEqual([expect.stringContaining(why)]),
  )

  it.each([
    'what is the revenue of apple',
    "what percentage of apple's revenue is profit",
    'when did apple first earn more than 100 billion',
    "shareholders' equity of Ford",
    'earnings of Apple last quarter',
    'did Apple beat Microsoft this year',
  ])('has nothing to say: %s', (question) => expect(unavailableIn(question)).toEqual([]))
})
