import { expect, test } from 'vitest'
import { stem } from './stem.ts'

test.each([
  'rise rises rose risen rising',
  'cut cuts cutting',
  'drop drops dropped dropping',
  'rally rallies rallied',
  'slash slashes slashed slashing',
  'surge surges surged surging',
  'fall falls fell fallen falling',
  'beat beats beaten beating',
  'miss misses missed missing',
  'pass passes passed passing',
  'sell sells sold',
  'tariff tariffs',
])('%s are one', (forms) => {
  expect(new Set(forms.split(' ').map(stem)).size).toBe(1)
})

test.each(['earnings earn', 'news new', 'loss lose', 'need neat', 'gas ga', 'note not', 'us u'])(
  '%s are not one',
  (forms) => {
    expect(new Set(forms.split(' ').map(stem)).size).toBe(2)
  },
)

test('odd words stay words', () => {
  for (const word of ['', 's', 'ing', 'ed', 'es', 'ies', 'ied', 'ss', '株']) expect(stem(word)).toBe(word)
})
