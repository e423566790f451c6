import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { tableAnswer } from '../../../src/groups/chat/table-reading/answer.ts'
import { tablePageQuestions } from '../../../src/groups/chat/testing/retrieval-eval.ts'
import { askChat, type ChatAnswer } from '../../support/ask-chat.ts'
import { eventually } from '../../support/eventually.ts'
import { boot } from '../../support/harness.ts'
import { newsroom, posted, SERVED } from '../../support/news.ts'
import { realData } from '../../support/real-data.ts'

/** Pages of annual reports and questions on them, asked as anybody would: through the server, beside the news of the demo market. */
const api = await boot({
  env: { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@docs.test' },
})
const desk = newsroom(api, `Bearer ${await api.token('admin@docs.test')}`)

const MOST_POSTED = 100
/** Of 1,668 questions. */
const EVERY = 29
const urlOf = (page: number): string => `https://filings.example.com/${page}`

const { pages, questions } = tablePageQuestions(realData)

beforeAll(async () => {
  const articles = pages.map(({ text }, page) =>
    posted({
      headline: `Annual report, page ${page}`,
      url: urlOf(page),
      source: 'Filings',
      // Later than the years that they speak of.
      published_at: '2020-06-01T00:00:00Z',
      body: text,
    }),
  )
  for (let at = 0; at < articles.length; at += MOST_POSTED)
    await desk.publish(articles.slice(at, at + MOST_POSTED))
  // Articles are found by words a while after they are served, in their order.
  await desk.publish([posted({ headline: 'The zyzzyva protocol is about quokkas' })])
  const question = 'What is the zyzzyva protocol about?'
  await eventually(async () => (await answerTo(question)).sources.length > 0, SERVED.timeout)
}, 120_000)

/** Asked again where the machine is too busy with what else is tested: that is 503, and nothing that this is about. */
async function answerTo(message: string): Promise<ChatAnswer> {
  for (;;) {
    const [answer] = await askChat(api, 'reader@docs.test', [message])
    if (answer !== undefined && answer.failed !== 'OVERLOADED') return answer
    await delay(1_000)
  }
}

/** A company that questions can name. */
async function listed(ticker: string, name: string): Promise<string> {
  const [id = ''] = await desk.companies({ [ticker]: name })
  await isNamed(ticker)
  return id
}

async function isNamed(ticker: string): Promise<void> {
  const found = async (): Promise<boolean> =>
    (await api.get(`/v1/instruments/search?q=${ticker}`)).body.total > 0
  await eventually(found, SERVED.timeout)
}

describe('questions on pages of annual reports', () => {
  test(
    'are answered from the page that they are about, which comes first',
    { timeout: 300_000 },
    async () => {
      const asked = questions.filter((_, at) => at % EVERY === 0)
      const found: Array<{ place: number; isAskedBack: boolean }> = []
      for (const { question, page } of asked) {
        const { text, sources } = await answerTo(question)
        found.push({
          place: sources.findIndex(({ url }) => url === urlOf(page)),
          isAskedBack: sources.length === 0 && text.includes('Which company'),
        })
      }
      const share = (is: (each: (typeof found)[number]) => boolean): number =>
        found.filter(is).length / found.length
      expect(found.length).toBe(58)
      expect(share(({ place }) => place === 0)).toBeGreaterThanOrEqual(0.65)
      expect(share(({ place }) => place >= 0)).toBeGreaterThanOrEqual(0.8)
      expect(share(({ isAskedBack }) => isAskedBack)).toBeLessThanOrEqual(0.04)
    },
  )

  test('that ask for nothing but a line are told the table that fits, and asked which company is meant', async () => {
    const { text, sources } = await answerTo('What were the net sales in 2019?')
    expect(text).toMatch(/^Net sales.* \[1\]\..*Which company do you mean\?/s)
    expect(sources[0]?.url).toMatch(/^https:\/\/filings\.example\.com\//)
  })

  test.each([
    // PostgreSQL cuts `rofe` and `decrease` elsewhere than we do.
    'Why did normalised ROFE decrease?',
    'In 2018, why did the gross margin improved from previous year?',
    'What was the last fiscal year of expiration for domestic-state tax credit carryforwards? ',
    'How much does the company estimate to fund its pension and postretirement plans over the next twelve months, respectively?',
    'What were the Realized losses in 2019, 2018 and 2017?',
    "What is the symbol of the company's common stock that is listed on the Nasdaq Global Market?",
  ])('that speak of other times, of gains or of a market are asked of the pages: %s', async (question) => {
    const page = questions.find((each) => each.question === question)?.page ?? -1
    const { sources } = await answerTo(question)
    expect(sources.map(({ url }) => url)).toContain(urlOf(page))
  })

  test('that no table answers are asked back', async () => {
    const { text, sources } = await answerTo('What is the P/E?')
    expect(text).toBe('Which company do you mean? Name it, or give its ticker.')
    expect(sources).toEqual([])
  })
})

test('news of a year are those that were published in it', async () => {
  const contoso = await listed('CTSO', 'Contoso Corporation')
  const years = [2021, 2022].map((year) =>
    posted({
      headline: `Contoso opens its ${year} plant`,
      published_at: `${year}-05-05T12:00:00Z`,
      entity_ids: [contoso],
    }),
  )
  await desk.publish(years)
  const { text } = await answerTo('Any news about Contoso Corporation in 2021?')
  expect(text).toContain('2021 plant')
  expect(text).not.toContain('2022 plant')
})

test('what is asked of a company and no article about it says is found where it is named, and nowhere else', async () => {
  const fabrikam = await listed('FBKM', 'Fabrikam Industries')
  await desk.publish([
    posted({ headline: 'Fabrikam opens an office', entity_ids: [fabrikam] }),
    posted({
      headline: 'Chief executive of Northwind resigns',
      body: 'The chief executive of Northwind is Mary Moore.',
    }),
  ])
  const question = 'Who is the chief executive of Fabrikam Industries?'
  expect((await answerTo(question)).sources).toEqual([])
  const [docId = ''] = await desk.publish([
    posted({
      headline: 'Suppliers meet',
      body: 'Among them was Ann Archer, the chief executive of Fabrikam.',
      entity_ids: [],
    }),
  ])
  const { text, sources } = await answerTo(question)
  expect(text).toContain('Ann Archer')
  expect(sources.map(({ doc_id }) => doc_id)).toEqual([docId])
})

test('a company that is not listed is not answered with what another has', async () => {
  const report = (name: string, value: string): ReturnType<typeof posted> =>
    posted({
      headline: `${name} annual report 2025`,
      body: `${name} reports for 2025.\n\n| In thousands | 2025 | 2024 |\n| Backlog | ${value} | 77 |`,
    })
  await desk.publish([report('Quuxby Industries', '99,001')])
  const question = 'What was the backlog of Zorblax Industries in 2025?'
  expect((await answerTo(question)).sources).toEqual([])
  await desk.publish([report('Zorblax Industries', '12,345')])
  const { text, sources } = await answerTo(question)
  expect(text).toContain('12,345')
  expect(text).not.toContain('99,001')
  expect(sources[0]?.headline).toBe('Zorblax Industries annual report 2025')
})

test('a part of a listed company is told from its document, before the whole', async () => {
  const body = `Net sales of Apple by region.

| In millions | 2024 | 2023 |
| --- | --- | --- |
| Net sales in Greater China | 66,952 | 72,559 |
| Net sales in Japan | 25,052 | 24,257 |`
  const entity_ids = [await api.idOf('AAPL')]
  const [docId = ''] = await desk.publish([
    posted({ headline: 'Apple annual report 2024', body, entity_ids }),
  ])
  const { text, sources } = await answerTo('What were the net sales of Apple in Japan in 2024?')
  expect(text).toMatch(/^[^\n]*25,052[^\n]*\[1\]\. Revenue of Apple Inc\. \(AAPL\) in FY2024/)
  expect(text).not.toContain('Not taken into account')
  expect(sources[0]?.doc_id).toBe(docId)
})

/** Names of nobody, so that no other article has them. */
const NAMES = `
  Brakelo Voxantu Mirgriva Doxpelu Quarikem Lemfosna Zanwyko Tusunra Kelgripa Narvobra Pelmiro Sunquado Rikdoxel Foslemti Wyzanpo Griturik
  Brasunmo Voquafel Mirnarde Doxwylu`

describe('a document of a company that a question names', () => {
  const heading = 'Notes to the financial statements (dollars in thousands)'
  const inventories = `${heading}

NOTE 4 - INVENTORIES

| | 2024 | 2023 |
| --- | --- | --- |
| Raw materials | 23,363 | 25,746 |
| Finished goods | 9,447 | 10,995 |`

  beforeAll(async () => {
    const tailspin = await listed('TSPN', 'Tailspin Toys Corporation')
    const offices = Array.from({ length: 15 }, (_, at) =>
      posted({
        headline: `Tailspin Toys opens office no. ${at} in 2024`,
        body: `Tailspin Toys opened office no. ${at}. What it sells there is finished goods, with the materials that it needs.`,
        entity_ids: [tailspin],
      }),
    )
    await desk.publish([
      ...offices,
      posted({
        headline: 'Tailspin Toys annual report',
        // Older than all that is said of it elsewhere.
        published_at: '2025-02-01T00:00:00Z',
        body: inventories,
        entity_ids: [tailspin],
      }),
    ])
  })

  test('is read for numbers as if the name were not there', { timeout: 120_000 }, async () => {
    const names = NAMES.trim().split(/\s+/)
    const tickers = names.map((name) => name.slice(0, 5).toUpperCase())
    const ids = await desk.companies(
      Object.fromEntries(tickers.map((ticker, at) => [ticker, `${names[at]} Corporation`])),
    )
    for (const ticker of tickers) await isNamed(ticker)
    const documents = names.map((name, at) => ({ name, page: at * 13, text: pages[at * 13]?.text ?? '' }))
    await desk.publish(
      documents.map(({ name, text }, at) =>
        posted({ headline: `${name} Corporation annual report`, body: text, entity_ids: [ids[at] ?? ''] }),
      ),
    )
    const told: boolean[] = []
    for (const { name, page, text } of documents)
      for (const { question } of questions.filter((each) => each.page === page).slice(0, 4)) {
        const alone = tableAnswer(question, text)
        if (alone === null) continue
        const answer = await answerTo(`${question.replace(/[ ?]+$/, '')} at ${name}?`)
        told.push(answer.text.includes(alone.text.replace(/\.$/, '')))
      }
    expect(told.length).toBeGreaterThan(40)
    expect(told.filter(Boolean).length / told.length).toBeGreaterThanOrEqual(0.85)
  })

  test.each([
    [
      'What were the finished goods of Tailspin Toys in 2024?',
      'Finished goods: 9,447 (2024), in thousands [1].',
    ],
    ["What were Tailspin Toys' finished goods in 2024?", 'Finished goods: 9,447 (2024), in thousands [1].'],
    [
      'Tailspin Toys: what were the finished goods in 2024?',
      'Finished goods: 9,447 (2024), in thousands [1].',
    ],
    ['Finished goods of Tailspin Toys in 2023', 'Finished goods: 10,995 (2023), in thousands [1].'],
    [
      'How did the raw materials change at Tailspin Toys between 2023 and 2024?',
      '23,363 − 25,746 = −2,383, in thousands',
    ],
  ])('is read in what all of its tables are in: %s', async (question, said) => {
    expect((await answerTo(question)).text).toContain(said)
  })

  test('answers before what is not stored', async () => {
    const wingtip = await listed('WGTP', 'Wingtip Foods Corporation')
    const body = `Dividends of Wingtip Foods.

| | 2024 | 2023 |
| --- | --- | --- |
| Cash dividends per share | $0.75 | $0.70 |`
    await desk.publish([posted({ headline: 'Wingtip Foods annual report', body, entity_ids: [wingtip] })])
    const { text } = await answerTo('What were the cash dividends per share of Wingtip Foods in 2024?')
    expect(text).toMatch(
      /^Cash dividends per share: \$0\.75 \(2024\) \[1\]\. No cash dividend of Wingtip Foods .* is recorded/,
    )
  })
})
