import { expect, test } from 'vitest'
import { demoNamed as named } from '../../../../tests/support/demo-names.ts'
import { nameId } from '../../../kernel/ids.ts'
import type { SourceRecord } from '../answer.ts'
import { readMessage } from '../understanding/read-message.ts'
import { unmentionedNote } from './unapplied.ts'

const article = (text: string): SourceRecord => ({
  kind: 'article',
  docId: nameId('test', text),
  headline: 'News of Apple',
  url: '',
  text,
  asOf: null,
  simulated: false,
})

function noteOn(question: string, ...texts: string[]): string[] {
  const message = readMessage(question, named)
  return unmentionedNote({ ...message, message }, texts.map(article))
}

test('what no article speaks of is said, where its reason is asked', () => {
  expect(noteOn('Why did Apple go bankrupt?', 'Apple opens a shop.')).toEqual([
    'No article that was found speaks of “bankrupt”.',
  ])
})

test.each([
  ['Why did Apple go bankrupt?', 'Apple was declared bankrupt.'],
  ['Why did Apple fall yesterday?', 'Apple opens a shop.'],
  ['Any news about Apple?', 'Apple opens a shop.'],
])('is nothing on %s', (question, text) => expect(noteOn(question, text)).toEqual([]))

test('is nothing without articles', () => expect(noteOn('Why did Apple go bankrupt?')).toEqual([]))
