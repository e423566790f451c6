import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS, dayOf, formatInstant, parseInstant, type Instant } from '../../../kernel/time.ts'
import { UnreadableFeed, type FeedItem, type FeedOrigin, type ParsedFeed } from '../../../ports/news-feed.ts'
import { canonicalUrl } from '../intake/canonical-url.ts'
import { parsePublished } from '../intake/dates.ts'
import { cleanHeadline } from '../intake/headline.ts'
import { htmlToText } from '../intake/html-text.ts'
import { expectationsOf } from './feed-expectations.ts'

type Parse = (bytes: Uint8Array, origin: FeedOrigin) => ParsedFeed

/** Cases that were right, of how many, and what the others were. */
export interface Score {
  right: number
  of: number
  wrong: string[]
}

export interface FeedFigures {
  documents: number
  read: number
  /** Documents that hold the tag of an item, and of these the ones that items were read from. */
  withItems: Score
  repaired: number
  /** What was refused and why. */
  refused: string[]
  /** Anything thrown that is not a refusal. */
  crashed: string[]
  slowestMs: number
  /** By field, against what the cases expect. */
  expected: Map<string, Score>
}

export interface ItemFigures {
  items: number
  headlines: Score
  summaries: Score
  dates: Score
  addresses: Score
}

const SEEN_AT = dayOf(2026, 1, 31) * DAY_MS
const ITEM_TAG = /<(?:[a-z\d]+:)?(?:item|entry)[\s>/]/i
const HEADER = /^\s*Header:\s*Content-type:\s*(.+)$/im
const LOCATION = /^\s*Header:\s*Content-Location:\s*(\S+)/im
/** A tag, a reference that is left, or what only share bars say. */
const LEFT_OVER =
  /<\/?[a-z][\w-]*[\s/>]|&(?:#\d+|[a-z]+);|~ff\/|share (?:this|on|via) (?:facebook|twitter|linkedin|e-?mail)|appeared first on|continue reading/i

const score = (): Score => ({ right: 0, of: 0, wrong: [] })

function count(into: Score, right: boolean, wrong: () => string): void {
  into.of++
  if (right) into.right++
  else into.wrong.push(wrong())
}

/** Every feed below `folder`, parsed and held against what it says is expected of it. */
export function measureFeeds(folder: string, parse: Parse): FeedFigures {
  const figures: FeedFigures = {
    documents: 0,
    read: 0,
    withItems: score(),
    repaired: 0,
    refused: [],
    crashed: [],
    slowestMs: 0,
    expected: new Map(),
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) =>
    /\.(?:xml|html)$/.test(each),
  )
  for (const file of files.toSorted()) measureFeed(file, readFileSync(join(folder, file)), parse, figures)
  return figures
}

function measureFeed(file: string, bytes: Buffer, parse: Parse, figures: FeedFigures): void {
  const text = bytes.toString('latin1')
  const contentType = HEADER.exec(text)?.[1]?.trim() ?? null
  // Where the cases were served from when their expectations were written.
  const url = LOCATION.exec(text)?.[1] ?? `http://127.0.0.1:8097/${file.replace('feedparser/', 'tests/')}`
  figures.documents++
  const started = performance.now()
  try {
    const feed = parse(bytes, { contentType, url })
    figures.read++
    if (feed.repaired) figures.repaired++
    if (ITEM_TAG.test(text)) count(figures.withItems, feed.items.length > 0, () => file)
    compare(file, bytes.toString('utf8'), feed, figures.expected)
  } catch (error) {
    if (error instanceof UnreadableFeed) figures.refused.push(`${file}: ${error.message}`)
    else figures.crashed.push(`${file}: ${String(error)}`)
  }
  figures.slowestMs = Math.max(figures.slowestMs, performance.now() - started)
}

/** What the reader calls a field and what the cases do. */
const FIELDS: Readonly<Record<string, (item: FeedItem) => string | null>> = {
  title: ({ headline }) => headline,
  link: ({ url }) => url,
  id: ({ guid }) => guid,
  guid: ({ guid }) => guid,
  description: ({ summaryHtml, contentHtml }) => summaryHtml ?? contentHtml,
  summary: ({ summaryHtml }) => summaryHtml,
  published: ({ published }) => published,
  // The collection takes `dc:date` for an update.
  updated: ({ updated, published }) => updated ?? published,
  author: ({ author }) => author,
  publisher: ({ source }) => source,
}

function compare(file: string, text: string, feed: ParsedFeed, expected: Map<string, Score>): void {
  for (const { field, value, isDate } of expectationsOf(text)) {
    const item = feed.items[0]
    const found = item === undefined ? undefined : FIELDS[field]?.(item)
    if (found === undefined) continue
    const name = isDate ? 'date' : field
    let scores = expected.get(name)
    if (scores === undefined) expected.set(name, (scores = score()))
    const read = isDate ? dateOf(found) : plain(found, field)
    const wanted = isDate ? value : plain(value, field)
    count(scores, read === wanted, () => `${file}: ${JSON.stringify(read)} for ${JSON.stringify(wanted)}`)
  }
}

/** Texts are compared as they are shown, addresses as they are. */
function plain(text: string | null, field: string): string {
  if (text === null) return ''
  if (field === 'link' || field === 'id' || field === 'guid') return text
  return field === 'title' ? cleanHeadline(text) : htmlToText(text)
}

function dateOf(text: string | null): string {
  const read = text === null ? null : parsePublished(text, SEEN_AT)
  return read === null ? '' : formatInstant(read.at).slice(0, 19)
}

/** Items of real feeds that somebody parsed into JSON, cleaned. */
export function measureItems(folder: string): ItemFigures {
  const figures: ItemFigures = {
    items: 0,
    headlines: score(),
    summaries: score(),
    dates: score(),
    addresses: score(),
  }
  for (const file of readdirSync(folder).filter((each) => each.includes('.jsonc'))) {
    const items = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Array<
      Record<string, string | undefined>
    >
    for (const item of items) measureItem(file, item, figures)
  }
  return figures
}

function measureItem(
  file: string,
  item: Readonly<Record<string, string | undefined>>,
  figures: ItemFigures,
): void {
  figures.items++
  const headline = cleanHeadline(item['title'] ?? '', item['source'])
  const summary = htmlToText(item['description'] ?? '')
  const date = item['pubDate'] ?? ''
  const address = canonicalUrl(item['origLink'] ?? item['link'] ?? '')
  count(
    figures.headlines,
    headline !== '' && !/^[:;,|]/.test(headline) && !LEFT_OVER.test(headline),
    () => `${file}: ${headline}`,
  )
  count(figures.summaries, !LEFT_OVER.test(summary), () => `${file}: ${summary.slice(0, 200)}`)
  count(
    figures.dates,
    parsePublished(date, SEEN_AT)?.at === (instantOf(date) ?? Number.NaN),
    () => `${file}: ${date}`,
  )
  count(figures.addresses, address !== null && canonicalUrl(address) === address, () => `${file}: ${address}`)
}

const RFC_822 = /^\w{3}, (\d\d) (\w{3}) (\d{4}) ([\d:]{8}) (\S+)$/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const OFFSETS: Readonly<Record<string, string>> = { GMT: 'Z', EST: '-05:00', EDT: '-04:00' }

/** All of them have one form, so they can be parsed without the reader under test. */
function instantOf(date: string): Instant | null {
  const [, day, month = '', year, time, zone = ''] = RFC_822.exec(date) ?? []
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0')
  return parseInstant(`${year}-${number}-${day}T${time}${OFFSETS[zone] ?? zone}`)
}

const MAX_SHOWN = 5

/** Prints the figures of reading feeds. `data` is the folder of real data. */
export function printFeedsSection(data: string, parse: Parse, print: (line: string) => void): void {
  const feeds = measureFeeds(join(data, 'feeds'), parse)
  print(
    `feeds: ${feeds.read} of ${feeds.documents} documents read, ${feeds.repaired} of them repaired, slowest ${feeds.slowestMs.toFixed(0)} ms`,
  )
  printScore('documents with items read', feeds.withItems, print)
  for (const line of feeds.refused) print(`  refused: ${line}`)
  for (const line of feeds.crashed) print(`  CRASHED: ${line}`)
  for (const [field, scores] of feeds.expected) printScore(`expected ${field}`, scores, print)
  const items = measureItems(join(data, 'news', 'feed-items'))
  print(`feed items: ${items.items}`)
  printScore('headlines without markup', items.headlines, print)
  printScore('summaries without markup or share bar', items.summaries, print)
  printScore('dates right', items.dates, print)
  printScore('addresses in one spelling', items.addresses, print)
}

function printScore(name: string, { right, of, wrong }: Score, print: (line: string) => void): void {
  print(`  ${name}: ${right} of ${of}`)
  for (const line of wrong.slice(0, MAX_SHOWN)) print(`    not: ${line.slice(0, 200)}`)
}
