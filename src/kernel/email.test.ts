import { expect, test } from 'vitest'
import { foldEmail, isEmail } from './email.ts'

test.each([
  'a@b',
  'you@demo.test',
  'ü@exämple.test',
  `${'a'.repeat(252)}@b`,
  `${'😀'.repeat(252)}@b`,
  '"<b>"@x',
])('%s is taken for an address', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each([
  '',
  '@',
  'a@',
  '@b',
  'ab',
  'a@b@c',
  ' a@b',
  'a@b ',
  'a b@c',
  'a@b\n',
  'a\0@b',
  `${'a'.repeat(253)}@b`,
])('%j is not', (text) => {
  expect(isEmail(text)).toBe(false)
})

test('addresses are folded from A to Z and nowhere else', () => {
  expect(foldEmail('AZaz.[@`{09-_+Ann@Demo.TEST')).toBe('azaz.[@`{09-_+ann@demo.test')
  const others = '\u212A\u0130\u0131\u017F\u00CB\uFF21\u0391\u0410\u1E9E\uD800'
  expect(foldEmail(others)).toBe(others)
})
