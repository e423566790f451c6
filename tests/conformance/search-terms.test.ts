import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Asked, askedFor } from '../../src/groups/news/articles/search-terms-store.ts'
import { parseSearch } from '../../src/groups/news/articles/search-query.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

describeEngines('what a search asks the index', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.create()
  })
  afterAll(() => database.drop())

  const asked = async (text: string): Promise<Asked | undefined> =>
    (await askedFor(parseSearch(text)).execute(database.storage.db)).rows[0]

  it.each([
    [
      'a word once, however often and in whatever form it stands there',
      'Bank BANK banks "bank"',
      `'bank'`,
      true,
    ],
    ['a beginning once', '中 中 中 "中"', `'中':*`, true],
    ['the words of a phrase, which it cannot answer', '"bank of china bank"', `'china' & 'bank'`, false],
    [
      'the longest words',
      'aa1 bb22 c d e f g h k profit',
      `'profit' & 'bb22' & 'aa1' & 'c' & 'd' & 'e' & 'f' & 'g'`,
      false,
    ],
    ['whole words before beginnings', '中 苹果', `'苹果' & '中':*`, true],
    [
      'a few of many beginnings',
      '一 二 三 四 五 六 七 八 九',
      `'一':* & '七':* & '三':* & '九':* & '二':* & '五':* & '八':* & '六':*`,
      false,
    ],
    ['the pair of a run once', '中中中中中中', `'中中'`, false],
    ['what is refused by a word', 'bank -china -中', `'bank' & !'china' & !'中':*`, true],
    ['nothing of a phrase that is refused', 'bank -"south china"', `'bank'`, false],
    ['nothing where no word is wanted', 'the -china', null, true],
  ])('is %s', async (_, text, sought, isExact) => {
    const { sought: said = '', is_exact: exact } = (await asked(text)) ?? {}
    const parts = (query: string | null): string[] | undefined => query?.split(' & ').toSorted()
    expect([parts(said), exact]).toEqual([parts(sought), isExact])
  })
})
