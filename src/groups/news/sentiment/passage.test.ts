import { expect, test } from 'vitest'
import { isReadable, passageAround } from './passage.ts'

function around(body: string, name: string) {
  const start = body.indexOf(name)
  return passageAround({ headline: '', body }, { field: 'body', start, end: start + name.length })
}

test('a passage is one sentence; abbreviations and decimals do not end it', () => {
  const body =
    'Zinc fell. Shares of U.S. maker Contoso Inc. rose 4.5 per cent to Rs. 12 on Monday. Copper fell.'
  const { before, after } = around(body, 'Contoso')
  expect(before).toEqual(['shar', 'of', 'u', '.', 's', '.', 'maker'])
  expect(after).toEqual(['inc', '.', 'ris', '#', '%', 'to', 'rs', '.', '#', 'on', 'monday', '.'])
})

test('a headline is read as a whole, a line break ends it', () => {
  const headline = 'Copper falls. Zinc rises\nOther news'
  const { before, after } = passageAround({ headline, body: '' }, { field: 'headline', start: 14, end: 18 })
  expect(before).toEqual(['copper', 'fall', '.'])
  expect(after).toEqual(['ris'])
})

test('codes, other names of a list and asides are left out', () => {
  const body =
    'Shares of Fabrikam <FBK.N>, Contoso <CTSO.O> and Northwind [nL1N2] fell 3% on Friday after weak data.'
  const { before, after } = around(body, 'Contoso')
  expect(before).toEqual(['shar', 'of'])
  expect(after.slice(0, 3)).toEqual(['fall', '#', '%'])
  const aside = around(
    'On Friday Contoso, a maker of cheap pumps in Ohio, rose 3% in early trade.',
    'Contoso',
  )
  expect(aside.after.slice(0, 2)).toEqual(['ris', '#'])
})

test('a list is not looked for in title case, where everything looks like a name', () => {
  const headline = 'Contoso And Fabrikam Shares Tumble After Warning'
  const { after, namesAfter } = passageAround({ headline, body: '' }, { field: 'headline', start: 0, end: 7 })
  expect(after).toContain('tumbl')
  expect(namesAfter).toBe(0)
})

test('pairs with a meaning of their own are one token', () => {
  expect(around('Buy Contoso with a stop loss of 120.', 'Contoso').after).toContain('stop loss')
  expect(around('Contoso gained on short covering today.', 'Contoso').after).toContain('short cover')
})

test('what cannot be English is not readable', () => {
  expect(
    isReadable(around('Der Kurs von Contoso brach nach der Gewinnwarnung um zwölf Prozent ein.', 'Contoso')),
  ).toBe(false)
  expect(isReadable(around('株式会社 Contoso 業績 予想', 'Contoso'))).toBe(false)
  expect(isReadable(around('Contoso slumps', 'Contoso'))).toBe(true)
  expect(isReadable(around('Contoso', 'Contoso'))).toBe(false)
})
