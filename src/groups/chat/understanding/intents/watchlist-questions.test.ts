import { expect, it } from 'vitest'
import { calledList, listIn } from './watchlist-questions.ts'

const LISTS = ['Watchlist', 'Chips', 'Dividend kings', 'Dividend', 'A'].map((name) => ({ name }))

it.each([
  ["what's in my chips watchlist?", 'Chips'],
  ['best of my Dividend-Kings watchlist', 'Dividend kings'],
  ['my dividend watchlist', 'Dividend'],
  ['what is on my watchlist?', null],
  ['How are the chipsets on my watchlist doing?', null],
  ['dividend yields of my watchlist', null],
  ['the watchlist called chips', 'Chips'],
])('%s', (question, name) => expect(listIn(question, LISTS)?.name ?? null).toBe(name))

it.each([
  ['stocks in my Foo watchlist', 'Foo'],
  ['my dividend kings watchlist', 'dividend kings'],
  ['what is on my watchlist?', null],
  ['on my other watchlist', null],
])('is called: %s', (question, name) => expect(calledList(question)).toBe(name))
