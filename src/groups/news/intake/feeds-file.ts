import { BlockList, isIP } from 'node:net'
import { ROUTING_TIERS, type RoutingTier } from '../../../market/vocabulary.ts'

/** A feed as the operator's file names it. */
export interface FeedConfig {
  url: string
  /** The publication, as articles show it. */
  source: string
  routingTier: RoutingTier
  /** BCP 47, of items that do not say it themselves. */
  language: string | null
  /** How often to visit; null where the feed's own wish counts. */
  intervalSeconds: number | null
  /** Networks that it may be read from though they are not public. */
  allowedNetworks: readonly string[]
}

/** A feeds file that cannot be used; `problems` are sentences, each naming the feed and the field. */
export class FeedsFileError extends Error {
  override name = 'FeedsFileError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const MAX_FEEDS = 5_000
const MIN_INTERVAL = 60
const MAX_INTERVAL = 86_400
const MAX_SOURCE = 200
const FIELDS = new Set(['url', 'source', 'routing_tier', 'language', 'interval_seconds', 'allow_private'])
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i

type Json = Readonly<Record<string, unknown>>

/**
 * Reads the file of feeds: JSON, `{"feeds": [{"url", "source", "routing_tier", "language"?, "interval_seconds"?, "allow_private"?}]}` or the list alone.
 *
 * @throws {FeedsFileError} that lists everything that is wrong with it
 */
export function parseFeedsFile(text: string): FeedConfig[] {
  const entries = entriesOf(text)
  const problems: string[] = []
  const feeds: FeedConfig[] = []
  const seen = new Map<string, number>()
  for (const [index, entry] of entries.entries()) {
    const number = index + 1
    if (!isObject(entry)) {
      problems.push(`Feed ${number} must be an object.`)
      continue
    }
    const feed = new EntryReader(entry, number, problems).read()
    const before = seen.get(feed.url)
    if (before === undefined) seen.set(feed.url, number)
    else if (feed.url !== '') problems.push(`Feed ${number} has the same url as feed ${before}.`)
    feeds.push(feed)
  }
  if (problems.length > 0) throw new FeedsFileError(problems)
  return feeds
}

function entriesOf(text: string): unknown[] {
  const document = parsed(text.replace(/^\ufeff/, ''))
  const list: unknown = isObject(document) ? document['feeds'] : document
  if (!Array.isArray(list))
    throw new FeedsFileError(['The feeds file must hold a list of feeds, or an object with "feeds".'])
  if (list.length > MAX_FEEDS)
    throw new FeedsFileError([`The feeds file names more than ${MAX_FEEDS} feeds.`])
  return list
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const detail = error instanceof Error ? error.message : ''
    const position = Number(/position (\d+)/.exec(detail)?.[1] ?? Number.NaN)
    // Some of the engine's messages have no position: the text ended too soon.
    const line = text.slice(0, Number.isNaN(position) ? undefined : position).split('\n').length
    throw new FeedsFileError([`The feeds file is not valid JSON: it goes wrong on line ${line}.`])
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

class EntryReader {
  readonly #entry: Json
  readonly #number: number
  readonly #problems: string[]

  constructor(entry: Json, number: number, problems: string[]) {
    this.#entry = entry
    this.#number = number
    this.#problems = problems
  }

  read(): FeedConfig {
    for (const name of Object.keys(this.#entry)) {
      if (!FIELDS.has(name)) this.#wrong(`has an unknown field "${name.slice(0, 40)}"`)
    }
    return {
      url: this.#url(),
      source: this.#source(),
      routingTier: this.#tier(),
      language: this.#language(),
      intervalSeconds: this.#interval(),
      allowedNetworks: this.#networks(),
    }
  }

  #wrong(what: string): void {
    const url = this.#entry['url']
    // Messages are kept in logs, where a password has no place.
    const name = typeof url === 'string' ? ` (${url.replace(/\/\/[^/]*@/, '//').slice(0, 100)})` : ''
    this.#problems.push(`Feed ${this.#number}${name} ${what}.`)
  }

  #url(): string {
    const value = this.#entry['url']
    const url = typeof value === 'string' ? URL.parse(value) : null
    const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
    if (isWeb) return url.href
    this.#wrong('must have a url that begins with http:// or https:// and has no user name')
    return ''
  }

  #source(): string {
    const value = this.#entry['source']
    if (typeof value === 'string' && value.trim() !== '' && value.length <= MAX_SOURCE) return value.trim()
    this.#wrong(`must have a source, the name of the publication, of at most ${MAX_SOURCE} characters`)
    return ''
  }

  #tier(): RoutingTier {
    const value = this.#entry['routing_tier']
    const tier = ROUTING_TIERS.find((each) => each === value)
    if (tier === undefined) this.#wrong('must have a routing_tier of TIER_1, TIER_2, TIER_3 or TIER_4')
    return tier ?? 'TIER_4'
  }

  #language(): string | null {
    const value = this.#entry['language'] ?? null
    if (value === null) return null
    if (typeof value === 'string' && LANGUAGE.test(value)) return value.toLowerCase()
    this.#wrong('has a language that is not a code such as "en" or "pt-br"')
    return null
  }

  #interval(): number | null {
    const value = this.#entry['interval_seconds'] ?? null
    if (value === null) return null
    if (
      typeof value === 'number' &&
      Number.isInteger(value) &&
      value >= MIN_INTERVAL &&
      value <= MAX_INTERVAL
    ) {
      return value
    }
    this.#wrong(`has interval_seconds that are not a whole number from ${MIN_INTERVAL} to ${MAX_INTERVAL}`)
    return null
  }

  #networks(): string[] {
    const value = this.#entry['allow_private'] ?? []
    const list: unknown[] = Array.isArray(value) ? value : [value]
    const networks = list.filter((each) => typeof each === 'string').filter(isNetwork)
    if (networks.length < list.length || list.length > 20) {
      this.#wrong('has allow_private that is not a list of networks such as "10.1.0.0/16"')
    }
    return networks
  }
}

function isNetwork(cidr: string): boolean {
  const [address = '', prefix = ''] = cidr.split('/')
  const family = isIP(address)
  if (family === 0 || !/^\d{1,3}$/.test(prefix) || cidr.split('/').length > 2) return false
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}
