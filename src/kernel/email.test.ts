import { expect, test } from 'vitest'
import { isEmail } from './email.ts'

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
