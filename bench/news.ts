import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { readInstruments } from '../src/adapters/files/instruments-csv.ts'
import { enrich } from '../src/groups/news/enrichment/enrich.ts'
import type { WaitingArticle } from '../src/groups/news/intake/intake-store.ts'
import {
  type AliasIndex,
  buildAliasIndex,
  type LinkableInstrument,
} from '../src/groups/news/linking/alias-index.ts'
import { realData } from '../tests/support/real-data.ts'
import { record } from './figures.ts'
import { bareOf, tokenFor } from './http.ts'
import { compare, quantile } from './load.ts'
import { cpuSeconds, type Running, start, tidemark } from './processes.ts'
import { POSTGRES, psql } from './psql.ts'

const DATABASE = 'tidemark_bench_news'
/** Articles in the database, in steps: how the cost grows. */
const STEPS = [10_000, 100_000, 1_000_000]
/** Articles of how many characters are taken in from a file, and how many. */
const TAKEN_IN = [
  [400, 5_000],
  [4_000, 500],
] as const
const CALLS = 300
/** Calls before those, while the code is still compiled; the very first one waits for the index and is told apart. */
const WARM_UP = 300

/** Ingest in process, and lists over up to a million articles on PostgreSQL. */
export async function benchNews(): Promise<void> {
  await benchIngest()
  if (psql('postgres', 'select 1') !== null) {
    await onPostgres(benchTakingIn)
    await onPostgres(benchLists)
  } else console.log('no PostgreSQL on 127.0.0.1:5432: its figures are left out')
}

/** Cleaning, linking, sentiment, relevance and signatures, with the names of all 13,106 US listings, on one core. */
async function benchIngest(): Promise<void> {
  const index = await usListings()
  for (const [characters, count] of [
    [400, 1_500],
    [4_000, 200],
  ] as const) {
    const articles = Array.from({ length: count }, (_, at) => waiting(at, characters))
    for (const article of articles.slice(0, 50)) enrich(article, index)
    const began = performance.now()
    for (const article of articles) enrich(article, index)
    record(
      `news enrichment of ${characters} characters, articles/s`,
      count / ((performance.now() - began) / 1_000),
    )
  }
}

async function usListings(): Promise<AliasIndex> {
  const instruments: LinkableInstrument[] = []
  const file = realData('instruments', 'us-listings.csv.gz')
  for await (const listing of readInstruments(file, () => undefined)) {
    const { ticker, mic, name, country, assetClass, marketCap, aliases } = listing
    const size = marketCap === null || marketCap <= 0 ? null : Math.log10(marketCap)
    const entityId = `${instruments.length}`.padStart(36, '0')
    instruments.push({ entityId, ticker, mic, name, country, assetClass, size, aliases, former: [] })
  }
  return buildAliasIndex(instruments)
}

const NAMES = ['Apple', 'Microsoft', 'General Motors', 'Pfizer', 'Exxon Mobil', 'Target', 'Ford', 'Nvidia']
const SENTENCES = [
  'shares rose 3.2% after quarterly profit beat estimates and the company raised its outlook for the year.',
  'said on Tuesday that it would cut 1,200 jobs and close two plants as demand for its products slowed.',
  'agreed to buy a smaller rival for $4.1 billion, the largest deal in the industry in a decade.',
  'faces an investigation into its accounting, according to people familiar with the matter.',
]

/** No two alike; made of words that articles have. */
function waiting(at: number, characters: number): WaitingArticle {
  const name = NAMES[at % NAMES.length] ?? ''
  let body = ''
  for (let next = at; body.length < characters; next++) {
    const who = NAMES[(next * 7) % NAMES.length] ?? ''
    body += `${who} ${SENTENCES[next % SENTENCES.length]} Analysts had expected ${next % 97}.${next % 10} million. `
  }
  const id = `${at}`.padStart(36, '0')
  return {
    intakeId: id,
    docId: id,
    contentHash: id,
    simulated: false,
    versionAt: null,
    isLastAttempt: false,
    article: {
      headline: `${name} profit rises ${at % 50}% in quarter ${at}`,
      url: `https://news.example/${at}`,
      source: 'Reuters',
      publishedAt: 1_790_000_000_000,
      summary: null,
      body: body.slice(0, characters),
      language: 'en',
      routingTier: null,
      entityIds: [],
      guid: null,
    },
  }
}

/** Runs on an empty database with the listings of the demo, which articles are about. */
async function onPostgres(
  measure: (env: Record<string, string>, folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
  const env = {
    DATABASE_URL: `${POSTGRES}/${DATABASE}`,
    DATA_DIR: join(folder, 'data'),
    DEMO_NEWS_DAYS: '0',
    DEFAULT_TIER: 'enterprise',
  }
  psql('postgres', `drop database if exists ${DATABASE}`)
  psql('postgres', `create database ${DATABASE}`)
  try {
    await tidemark(['migrate'], env)
    await (await start('src/main.ts', ['demo'], { env, path: '/readyz' })).stop()
    await measure(env, folder)
  } finally {
    psql('postgres', `drop database if exists ${DATABASE}`)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** From a file to articles that are served, with all that happens between: stored, linked, scored, compared with others, kept. */
async function benchTakingIn(env: Record<string, string>, folder: string): Promise<void> {
  const server = await start('src/main.ts', ['demo'], { env, path: '/readyz' })
  const takeIn = async (what: string, lines: readonly string[]): Promise<void> => {
    const file = join(folder, `${what}.jsonl`)
    writeFileSync(file, lines.join(''))
    const cpuBefore = cpuSeconds(server.pid)
    const began = performance.now()
    await tidemark(['import', 'articles', file], env)
    while (psql(DATABASE, 'select count(*) from article_intake') !== '0') await delay(200)
    const seconds = (performance.now() - began) / 1_000
    const cpu = `${((cpuSeconds(server.pid) - cpuBefore) / (lines.length / 1_000)).toFixed(1)} s of the server's CPU for 1,000`
    record(`news taken in, ${what}, PostgreSQL, articles/s`, lines.length / seconds, cpu)
  }
  try {
    await takeIn('real texts', realLines())
    // Nearly all of these are one story a day, which real ones are not.
    for (const [characters, count] of TAKEN_IN)
      await takeIn(
        `${characters} characters`,
        Array.from({ length: count }, (_, at) => lineOf(at, characters)),
      )
  } finally {
    await server.stop()
  }
}

const REAL_TEXTS = 5_000

/** Real short texts about companies, as lines of a file; some of them say the same. */
function realLines(): string[] {
  const texts = gunzipSync(readFileSync(realData('news', 'stocknet-dev.jsonl.gz'))).toString()
  return texts.split('\n', REAL_TEXTS).map((line, at) => {
    const { text, created_at: created } = JSON.parse(line) as { text: string; created_at: string }
    const [url, publishedAt] = [`https://news.example/real/${at}`, new Date(created).toISOString()]
    const article = {
      headline: text.slice(0, 200),
      body: text,
      url,
      source: 'Reuters',
      published_at: publishedAt,
    }
    return `${JSON.stringify(article)}\n`
  })
}

/** An article as a line of a file, published in the last 80 days. */
function lineOf(at: number, characters: number): string {
  const { article } = waiting(at, characters)
  const publishedAt = new Date(Date.now() - (at % 80) * 86_400_000 - at * 1_000).toISOString()
  const { source, body } = article
  const [headline, url] = [`${article.headline} of ${characters}`, `${article.url}/${characters}`]
  return `${JSON.stringify({ headline, url, source, body, published_at: publishedAt })}\n`
}

async function benchLists(env: Record<string, string>): Promise<void> {
  let stored = 0
  for (const size of STEPS) {
    if (psql(DATABASE, articlesSql(stored, size)) === null) throw new Error('articles could not be made')
    stored = size
    const server = await start('src/main.ts', ['demo'], { env, path: '/readyz' })
    try {
      await benchSize(server, size)
    } finally {
      await server.stop()
    }
  }
}

async function benchSize(server: Running, size: number): Promise<void> {
  const label = `${size.toLocaleString('en')} articles`
  record(`news start with ${label} s`, server.readySeconds)
  const token = await tokenFor(server, 'load@bench.test')
  const headers = { authorization: `Bearer ${token}` }
  const ids = (psql(DATABASE, 'select distinct entity_id from article_entity limit 100') ?? '').split('\n')
  const from = (days: number, at: number): string =>
    encodeURIComponent(new Date(Date.now() - days * 86_400_000 - at * 60_000).toISOString())
  const kinds: Array<[string, (at: number) => string]> = [
    [
      'top 24 h',
      (at) => `/v1/news/top?min_relevance=0.${at % 10}${Math.floor((at % 300) / 30)}&offset=${at}`,
    ],
    ['top 1 year', (at) => `/v1/news/top?from=${from(364, at)}&tier=tier1_2&offset=${at}`],
    ['entity 1 year', (at) => `/v1/entities/${ids[at % ids.length]}/articles?from=${from(364, at)}`],
    [
      'search 30 days',
      (at) => `/v1/news/search?q=${['dividend', 'profit beats', 'merger probe'][at % 3]}&offset=${at}`,
    ],
  ]
  const millisecondsOf = async (path: string): Promise<number> => {
    const began = performance.now()
    const response = await fetch(server.url + path, { headers })
    const body = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`)
    return performance.now() - began
  }
  record(`news first list with ${label} s`, (await millisecondsOf('/v1/news/top')) / 1_000, 'after readiness')
  for (const [kind, pathOf] of kinds) {
    const taken: number[] = []
    // None of the paths comes twice, so that no kept response is measured.
    for (let at = 0; at < WARM_UP + CALLS; at++) taken.push(await millisecondsOf(pathOf(at)))
    const warm = taken.slice(WARM_UP)
    const [median, early] = [quantile(warm, 0.5), quantile(taken.slice(0, WARM_UP), 0.99)]
    record(
      `news ${kind} p99 ms, ${label}`,
      quantile(warm, 0.99),
      `median ${median.toFixed(2)} ms; p99 of the ${WARM_UP} before ${early.toFixed(1)} ms`,
    )
  }
  if (size !== STEPS.at(-1)) return
  const path = '/v1/news/top'
  const peer = await bareOf(server, path, { headers, asBuffer: true })
  try {
    const result = await compare({ server, path, headers }, { server: peer, path: '/reply', headers })
    const { ours, peer: bare } = result
    record(
      'news top ratio',
      result.ratio,
      `${ours.requestsPerSecond.toFixed(0)} req/s; bare ${bare.requestsPerSecond.toFixed(0)}`,
    )
  } finally {
    await peer.stop()
  }
}

/** Articles over the last year, the most about few companies, in three tiers and tones. */
function articlesSql(after: number, size: number): string {
  return `
    insert into article (doc_id, seq, revision, simulated, headline, source, url, published_at, summary, body, language, source_tier,
      routing_tier, official, positive, negative, sentiment, llm_relevance_score, market_score, score, story_id, signature, bands, numbers,
      content_hash, words)
    select id, n, n, false, headline, 'Source ' || n % 50, 'https://news.example/' || n,
      now() - (n::float8 * 2654435761 - floor(n::float8 * 2654435761 / 31536000) * 31536000) * interval '1 second',
      headline || ' as analysts had expected.', null, 'en', 1 + n % 4, 1 + n % 4, false, 0.3, 0.3, n % 3 - 1, 0.5, 0.5,
      hashint4(n) & 8191, id, decode(repeat(md5(n::text), 6), 'hex'), array[hashint4(n), hashint4(n + 1)], array[n::text],
      id, article_words(headline)
    from (select n, md5('a' || n)::uuid as id, (array['Profit beats estimates', 'Merger under probe', 'Dividend raised',
      'Outlook cut', 'Order won', 'Shares close higher'])[1 + n % 6] || ' at company ' || n % 5000 || ' no. ' || n as headline
      from generate_series(${after + 1}, ${size}) as n) as made;
    insert into article_entity (seq, entity_id, position, relevance, positive, negative, sentiment, published_at)
    select seq, (ids.all)[1 + floor(power((hashint4(seq) & 65535) / 65536.0, 2) * array_length(ids.all, 1))::int], 0, 0.9, 0.3, 0.3,
      sentiment, published_at
    from article, (select array_agg(entity_id order by market_cap desc nulls last) as all from instrument) as ids
    where seq > ${after};
    analyze article; analyze article_entity;`
}
