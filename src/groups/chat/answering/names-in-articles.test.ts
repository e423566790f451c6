import { expect, test } from 'vitest'
import { demoNamed as named } from '../../../../tests/support/demo-names.ts'
import { nameId } from '../../../kernel/ids.ts'
import type { SourceRecord } from '../answer.ts'
import { withTextApartFromNames } from './names-in-articles.ts'

const article = (headline: string, kind: SourceRecord['kind'] = 'article'): SourceRecord => ({
  kind,
  docId: nameId('test', headline),
  headline,
  url: '',
  text: 'Nothing else.',
  asOf: null,
  simulated: false,
})
async function besideOf(question: string, ...records: SourceRecord[]): Promise<string | null> {
  const [read] = await withTextApartFromNames(records, question, named, new AbortController().signal)
  return read?.textApartFromNames?.replaceAll(/\s+/g, ' ') ?? null
}

test('a common word of a name is none of the article', async () => {
  const record = article('Sun Life Financial Inc. shares close up')
  expect(await besideOf('what is the meaning of life', record)).toBe(' . shares close up Nothing else.')
})

test('what has none of a name, or a name that the question has, stays as it is', async () => {
  expect(await besideOf('what is the meaning of life', article('Life on Mars'))).toBeNull()
  expect(
    await besideOf('what is new at sun life financial', article('Sun Life Financial Inc. shares')),
  ).toBeNull()
  expect(await besideOf('life', article('Sun Life Financial Inc. shares', 'fact'))).toBeNull()
})
