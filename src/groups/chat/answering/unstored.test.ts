import { describe, expect, it } from 'vitest'
import { unstoredIn } from './unstored.ts'

describe('unstoredIn', () => {
  it.each([
    ["when is apple's next earnings report?", 'days on which companies report'],
    ['when does Apple report?', 'days on which companies report'],
    ['how has apple done since its latest earnings', 'days on which companies report'],
    ['how much did amazon spend on r&d', 'line of the statements'],
    ["summarize apple's latest 10-k", 'text of its filings'],
    ["explain apple's business", 'text of its filings'],
    ['who audits microsoft', 'text of its filings'],
    ['tesla options', 'Options are not stored'],
    ['apple premarket', 'outside of the sessions'],
    ['did microsoft beat earnings?', 'analysts had expected'],
    ['who is the CEO of Coca-Cola', 'who leads a company'],
    ['when was tesla founded', 'founded'],
    ['how many employees does apple have', 'work for a company'],
    ['where is Toyota based?', 'work for a company'],
    ['who owns apple stock', 'Owners'],
    ['current ratio of boeing', 'not computed here'],
    ['inventory turnover of walmart', 'not computed here'],
    ["what percentage of apple's revenue is services", 'a product, a segment or a region'],
  ])('says why: %s', (question, why) => expect(unstoredIn(question)).toEqual([expect.stringContaining(why)]))

  it.each([
    'what is the revenue of apple',
    "what percentage of apple's revenue is profit",
    'when did apple first earn more than 100 billion',
    "shareholders' equity of Ford",
    'earnings of Apple last quarter',
    'did Apple beat Microsoft this year',
  ])('has nothing to say: %s', (question) => expect(unstoredIn(question)).toEqual([]))
})
