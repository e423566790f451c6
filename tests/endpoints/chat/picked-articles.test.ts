import { beforeAll, describe, expect, test } from 'vitest'
import { askChat, type ChatAnswer } from '../../support/ask-chat.ts'
import { eventually } from '../../support/eventually.ts'
import { boot } from '../../support/harness.ts'
import { newsroom, posted, SERVED } from '../../support/news.ts'

/** News of one company, and the articles that follow-ups pick of them. */
const api = await boot({ env: { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@picks.test' } })
const desk = newsroom(api, `Bearer ${await api.token('admin@picks.test')}`)

const NEWS = 'news on Contoso Corporation in 2021'
const BODIES = [
  'Contoso opened a plant in Ghent. It makes pumps for water works there. The plant cost 40 million euros. Some 300 people work in it. A second hall is planned.',
  'Contoso named Jane Moore its chief executive. She follows John Poole, who retires.',
  '',
]

beforeAll(async () => {
  const [contoso = ''] = await desk.companies({ CTSO: 'Contoso Corporation' })
  const isNamed = async (): Promise<boolean> =>
    (await api.get('/v1/instruments/search?q=CTSO')).body.total > 0
  await eventually(isNamed, SERVED.timeout)
  const articles = [
    'Contoso opens a plant',
    'Contoso names a chief executive',
    'Contoso holds its meeting',
  ].map((headline, at) =>
    posted({
      headline,
      source: `Paper ${at}`,
      url: `https://news.example.com/${at}`,
      published_at: `2021-0${5 + at}-05T12:00:00Z`,
      entity_ids: [contoso],
      ...(BODIES[at] === '' ? {} : { body: BODIES[at] }),
    }),
  )
  await desk.publish(articles)
  const isTold = async (): Promise<boolean> => (await threadOf([NEWS]))[0]?.sources.length === 3
  await eventually(isTold, SERVED.timeout)
}, 120_000)

const threadOf = (messages: readonly string[]): Promise<ChatAnswer[]> =>
  askChat(api, 'reader@picks.test', messages)

/** What the last of some messages behind the news is answered. */
async function behindNews(...messages: readonly string[]): Promise<{ listed: string[]; told: ChatAnswer }> {
  const answers = await threadOf([NEWS, ...messages])
  const told = answers.at(-1)
  if (told === undefined) throw new Error('nothing was answered')
  return { listed: (answers[0]?.sources ?? []).map(({ url }) => url), told }
}

describe('an article that an answer cites', () => {
  test.each([
    ['summarize the second one', 1],
    ['tell me more about the first', 0],
    ['What does the third article say?', 2],
    ['the last one?', 2],
    ['more details on headline 2 please', 1],
    ['read me the 2nd story in full', 1],
    ['what about number 3?', 2],
    ['link to the first one', 0],
    ['when was the second one published?', 1],
    ['who wrote the third article', 2],
  ])('is told alone where its place is named: %s', async (message, place) => {
    const { listed, told } = await behindNews(message)
    expect(listed.length).toBe(3)
    expect(told.sources.map(({ url }) => url)).toEqual([listed[place]])
  })

  test('is told by its day, its publisher and how it begins', async () => {
    const { listed } = await behindNews('the first one')
    const plant = listed.indexOf('https://news.example.com/0')
    const { told } = await behindNews(`summarize article ${plant + 1}`)
    expect(told.text).toBe(
      '2021-05-05, Paper 0: Contoso opens a plant – “Contoso opened a plant in Ghent. It makes pumps for water works there. The plant cost 40 million euros. Some 300 people work in it” [1]. ' +
        'That is how it begins: ask for what you want to know of it.',
    )
    const meeting = listed.indexOf('https://news.example.com/2')
    const { told: bare } = await behindNews(`summarize article ${meeting + 1}`)
    expect(bare.text).toBe(
      '2021-07-05, Paper 2: Contoso holds its meeting [1]. No more than its headline is stored.',
    )
  })

  test('is followed by the others of the same list, and by itself', async () => {
    const { listed, told } = await behindNews('summarize the second one', 'and the third?')
    expect(told.sources.map(({ url }) => url)).toEqual([listed[2]])
    const { told: again } = await behindNews('summarize the second one', 'what does that article say?')
    expect(again.sources.map(({ url }) => url)).toEqual([listed[1]])
  })

  test('leaves the thread with what the news were of', async () => {
    const { listed, told } = await behindNews('summarize the second one', 'any more news in 2021?')
    expect(told.sources.map(({ url }) => url).toSorted()).toEqual(listed.toSorted())
  })

  test('is asked for by another place where there is none in that one', async () => {
    const { told } = await behindNews('summarize the fifth one')
    expect(told.text).toBe(
      'The answer before cites 3 articles: ask for one of these, such as “summarize the first one”.',
    )
    expect(told.sources).toEqual([])
    const { told: left } = await behindNews('summarize the second one', 'tell me about article 9')
    expect(left.text).toContain('cites 3 articles')
  })
})

test('where no article was cited, the same words pick companies', async () => {
  const [, second] = await threadOf([
    'compare Apple and Microsoft revenue',
    'tell me more about the second one',
  ])
  expect(second?.text).toContain('Microsoft')
})
