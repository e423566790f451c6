import { expect, test } from 'vitest'
import { asksRatings, tellsRating } from './rating-questions.ts'

test.each([
  'what is the analyst rating of Apple',
  'analyst price target for Tesla',
  'What do analysts think of Nvidia?',
  'Is Ford rated buy?',
  'consensus rating of Microsoft',
  'Was Apple downgraded this week?',
])('%s', (question) => expect(asksRatings(question)).toBe(true))

test.each(['credit card', 'What was the revenue of Target?', 'price of Target', 'Moody’s revenue'])(
  '%s asks for none',
  (question) => expect(asksRatings(question)).toBe(false),
)

test.each([
  ['Analysts at Demo Research kept their hold rating on Acme with a target price of 291.33.', true],
  ['Upgrade for Acme: analysts see 104.45', true],
  ['Acme reported a quarterly profit 17.6% above what analysts had expected.', false],
])('%s', (text, isTold) => expect(tellsRating(text)).toBe(isTold))
