import { expect, it } from 'vitest'
import { unknownNamed, whichCompany } from './clarifications.ts'
import { unknownWords } from '../understanding/entities/unlisted-companies.ts'

it.each([
  ['what is the price of foobarcorp', ['foobarcorp']],
  ['zorblatt stock price', ['zorblatt']],
  ["what is zorblatt's revenue", ['zorblatt']],
  ['price of acme rockets last week', ['acme rockets']],
  ['how is zorblatt doing', ['zorblatt']],
])('in small letters what stands as a company does is a name that nobody listed: %s', (message, names) => {
  expect(unknownWords(message)).toEqual(names)
})

it.each([
  'how is everything going',
  'what is the price of it',
  'price of gap',
  'what is the revenue',
  'how are you',
])('no name: %s', (message) => {
  expect(unknownWords(message)).toEqual([])
})

it('says which name is not listed', () => {
  const said =
    'Nothing called “zorblatt” is listed here. Which company do you mean? Name it, or give its ticker.'
  expect(whichCompany('price of zorblatt')).toBe(said)
  expect(unknownNamed('how is zorblatt doing')).toBe(said)
  expect(
    unknownNamed('Which accounting method does the lessee apply to leases of equipment in zorblatt?'),
  ).toBeNull()
})
