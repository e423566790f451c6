import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import type { ArticleText, DatedText, Mention } from '../article-text.ts'
import type { AliasIndex } from './alias-index.ts'
import { ALIAS_SOURCE, type Alias } from './alias-table.ts'
import { aliasOn, judge, type Verdict } from './disambiguation.ts'
import { exchangeSense } from './exchange-names.ts'
import { nameMatches, styleOf, type NameMatch } from './matches.ts'
import { relevanceOf } from './relevance.ts'
import type { Passage } from './name-context.ts'
import { tickerCues, type BracketedTicker, type TickerCue, type TickerCues } from './ticker-cues.ts'
import { tokensOf } from './tokens.ts'

/** An instrument that a text mentions. */
export interface LinkedEntity {
  entityId: Id
  /** 0 to 1; from 0.75 on the text is about it. See relevance.ts. */
  relevance: number
  /** In the order of the text, the headline first. */
  mentions: readonly Mention[]
}

interface Candidate {
  field: keyof ArticleText
  match: NameMatch
  alias: Alias
  verdict: Verdict
  /** How many words before it the one before it in a list ends: 1 after a comma, 2 after an `and`, 0 where it is in none. */
  reach: number
}

interface Field {
  field: keyof ArticleText
  passage: Passage
  matches: NameMatch[]
  cues: TickerCue[]
  bracketed: BracketedTicker[]
  exchanges: TickerCues['exchanges']
  /** Tickers in brackets that none of the companies named before them has. */
  foreign: { from: number; end: number; companies: ReadonlySet<number> }[]
}

const FIELDS = ['headline', 'body'] as const

/**
 * The instruments that a text mentions, the most relevant first. Takes time linear in the text; docs/news-linking.md says
 * what counts as a mention.
 */
export function linkEntities(index: AliasIndex, text: DatedText): LinkedEntity[] {
  const fields = FIELDS.map((field) => readField(index, text, field))
  const named = new Map<number, Set<number>>()
  const candidates: Candidate[] = []
  for (const field of fields) {
    const confirmed = confirmBracketed(index, field)
    for (const { instrument } of field.cues) noteListing(named, index.companies.of(instrument), instrument)
    field.cues = withoutOverlaps(field.cues)
    const own = withoutSpans(field.matches, othersTickers(index, field))
    const unlisted = withoutSpans(own, field.exchanges)
    for (const match of withoutSpans(unlisted, field.cues)) {
      const read = { index, field, match, day: text.day, confirmed: confirmed.get(match) }
      for (const candidate of candidatesOf(read)) candidates.push(candidate)
    }
  }
  confirmListed(candidates)
  confirmRepeated(candidates)
  const companies = new Set(named.keys())
  for (const { verdict, alias } of candidates) if (verdict === 'sure') companies.add(alias.company)
  const namesCompany = companies.size > 0
  const mentions = new Map<number, Mention[]>()
  for (const { field, cues } of fields) {
    for (const { instrument, start, end } of cues) addMention(mentions, instrument, { field, start, end })
  }
  for (const { field, match, alias, verdict } of candidates) {
    if (verdict === 'no') continue
    const isMeant =
      verdict === 'subject' || companies.has(alias.company) || (verdict === 'background' && !namesCompany)
    if (!isMeant) continue
    // A text that names a listing means it by the company's name too.
    const [listing = index.companies.primary(alias.company)] = named.get(alias.company) ?? []
    addMention(mentions, listing, { field, start: match.start, end: match.end })
  }
  return ranked(index, text, mentions)
}

function readField(index: AliasIndex, text: DatedText, field: keyof ArticleText): Field {
  const tokens = tokensOf(text[field])
  const matches = nameMatches(tokens, index.aliases)
  const named = new Uint8Array(tokens.length)
  const owners = new Int32Array(tokens.length)
  for (const { first, last, node } of matches) {
    named.fill(first === last ? 1 : 2, first, last + 1)
    owners.fill(index.aliases.at(node)[0]?.company ?? -1, first, last + 1)
  }
  const passage: Passage = { tokens, style: styleOf(tokens, named), named, owners }
  return {
    field,
    passage,
    matches,
    foreign: [],
    ...tickerCues(text[field], passage, index.tickers, text.day),
  }
}

/** `Apple` and `App Store`: two names of one company, neither of which says enough alone. */
function confirmRepeated(candidates: readonly Candidate[]): void {
  const nodes = new Map<number, number>()
  for (const { verdict, alias, match } of candidates) {
    // What a fund holds is said in many words.
    if (verdict !== 'possible' || alias.source === ALIAS_SOURCE.fund) continue
    const node = nodes.get(alias.company)
    nodes.set(alias.company, node === undefined || node === match.node ? match.node : SEVERAL)
  }
  for (const candidate of candidates) {
    if (candidate.verdict === 'possible' && nodes.get(candidate.alias.company) === SEVERAL)
      candidate.verdict = 'sure'
  }
}

const SEVERAL = -1

/** `Apple, Microsoft and Target`: what stands in a list with a company is one. */
function confirmListed(candidates: readonly Candidate[]): void {
  for (const [at, candidate] of candidates.entries()) {
    if (candidate.verdict !== 'possible') continue
    const [before, after] = [candidates[at - 1], candidates[at + 1]]
    const follows = isSure(before) && isList(before, candidate)
    const leads = isSure(after) && isList(candidate, after)
    if (follows || leads) candidate.verdict = 'sure'
  }
}

function isSure(candidate: Candidate | undefined): candidate is Candidate {
  return candidate?.verdict === 'sure' || candidate?.verdict === 'subject'
}

function isList(one: Candidate, other: Candidate): boolean {
  const distance = other.match.first - one.match.last
  return one.field === other.field && distance >= 1 && distance <= other.reach
}

/** Tickers in brackets behind a name of their company count, and say whose name it is. */
function confirmBracketed(index: AliasIndex, field: Field): Map<NameMatch, number> {
  const confirmed = new Map<NameMatch, number>()
  const { cues, bracketed } = field
  const owners = ownersBefore(index, field)
  for (const cue of cues) {
    // Facebook's ticker then is a fund's now.
    const names = owners(cue.from)
    const once = index.tickers.formerCompanies(cue.ticker).find((company) => names?.companies.has(company))
    if (once !== undefined) cue.instrument = index.companies.primary(once)
  }
  const later = ownersBefore(index, field)
  for (const { ticker, start, end } of bracketed) {
    const names = later(start)
    if (names === null) continue
    const { tickers, companies } = index
    const own = tickers.best(tickers.all(ticker).filter((one) => names.companies.has(companies.of(one))))
    const once = tickers.formerCompanies(ticker).find((company) => names.companies.has(company))
    const instrument = own < 0 && once !== undefined ? index.companies.primary(once) : own
    if (instrument < 0) {
      field.foreign.push({ from: start, end, companies: names.companies })
      continue
    }
    confirmed.set(names.match, index.companies.of(instrument))
    cues.push({ start, end, from: start, ticker, instrument })
  }
  return confirmed
}

/** `Ethan Allen (ETH)`: who is called by the same letters is not meant. */
function othersTickers({ aliases }: AliasIndex, { matches, foreign }: Field): Field['foreign'] {
  const byStart = new Map(matches.map((match) => [match.start, match]))
  return foreign.filter(({ from, companies }) => {
    const match = byStart.get(from)
    return match !== undefined && !aliases.at(match.node).some(({ company }) => companies.has(company))
  })
}

interface NamedBefore {
  match: NameMatch
  companies: ReadonlySet<number>
}

/** Whose name ends just before an offset; to be asked for rising offsets. */
function ownersBefore(index: AliasIndex, { matches }: Field): (offset: number) => NamedBefore | null {
  let next = 0
  return (offset) => {
    while ((matches[next + 1]?.end ?? Infinity) < offset) next += 1
    const match = matches[next]
    if (match === undefined || match.end >= offset || offset - match.end > NEAR_BRACKET) return null
    return { match, companies: new Set(index.aliases.at(match.node).map(({ company }) => company)) }
  }
}

/** How far behind a name its ticker may stand: a legal form fits between. */
const NEAR_BRACKET = 16

interface Read {
  index: AliasIndex
  field: Field
  match: NameMatch
  day: Day | null
  /** The company that a ticker behind the name says. */
  confirmed: number | undefined
}

/** One, but where an operator gave the name to several instruments. */
function candidatesOf({ index, field: read, match, day, confirmed }: Read): Candidate[] {
  const { field, passage } = read
  const aliases = index.aliases.at(match.node)
  const meant = aliases.find(({ company }) => company === confirmed)
  const reach = reachOf(match, passage)
  if (meant !== undefined) return [{ field, match, alias: meant, verdict: 'sure', reach }]
  const given = aliases.filter(({ source }) => source === ALIAS_SOURCE.given)
  const first = meantBy(match, read, index, aliasOn(aliases, day))
  if (first === null) return []
  const claims = first.source === ALIAS_SOURCE.given ? given : [first]
  const candidates = new Map<number, Candidate>()
  for (const alias of claims) {
    const verdict = judge({ match, alias, passage, companies: index.companies, day })
    const other = candidates.get(alias.company)
    // A name that is also given in capitals, as a ticker, is one name.
    if (other !== undefined && VERDICTS.indexOf(other.verdict) <= VERDICTS.indexOf(verdict)) continue
    candidates.set(alias.company, { field, match, alias, verdict, reach })
  }
  return [...candidates.values()]
}

/** The best first. */
const VERDICTS: readonly Verdict[] = ['sure', 'subject', 'background', 'possible', 'no']

/** Who is meant by the name of an index, which the company that keeps it may have too. */
function meantBy(match: NameMatch, { passage }: Field, index: AliasIndex, first: Alias | null): Alias | null {
  const { aliases, companies } = index
  if (first === null || first.source === ALIAS_SOURCE.given || !companies.isIndex(first.company)) return first
  const sense = exchangeSense(match, passage)
  if (sense === 'neither') return null
  const keeper = aliases.at(match.node).find(({ company }) => !companies.isIndex(company))
  return sense === 'index' ? first : (keeper ?? first)
}

function reachOf({ first }: NameMatch, { tokens }: Passage): number {
  if (tokens[first - 1]?.word === 'and') return 2
  return tokens[first]?.gap === 'mark' ? 1 : 0
}

/** The first of cues that share characters. */
function withoutOverlaps(cues: readonly TickerCue[]): TickerCue[] {
  let end = 0
  return cues
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((cue) => {
      if (cue.start < end) return false
      end = cue.end
      return true
    })
}

/** Names that are not part of what was read already, a ticker or its exchange; both lists in the order of the text. */
function withoutSpans(
  matches: readonly NameMatch[],
  spans: readonly { from: number; end: number }[],
): NameMatch[] {
  let at = 0
  return matches.filter((match) => {
    while ((spans[at]?.end ?? Infinity) <= match.start) at += 1
    const span = spans[at]
    return span === undefined || span.from >= match.end
  })
}

function noteListing(named: Map<number, Set<number>>, company: number, instrument: number): void {
  const known = named.get(company)
  if (known === undefined) named.set(company, new Set([instrument]))
  else known.add(instrument)
}

function addMention(mentions: Map<number, Mention[]>, instrument: number, mention: Mention): void {
  const known = mentions.get(instrument)
  if (known === undefined) mentions.set(instrument, [mention])
  else known.push(mention)
}

function ranked(
  index: AliasIndex,
  { headline, body }: DatedText,
  mentions: Map<number, Mention[]>,
): LinkedEntity[] {
  let total = 0
  for (const list of mentions.values()) total += list.length
  const linked = [...mentions].map(([instrument, list]) => {
    const sorted = list.sort(compareMentions)
    const coverage = { mentions: sorted, total, headlineLength: headline.length, bodyLength: body.length }
    return { entityId: index.entityIds[instrument] ?? '', relevance: relevanceOf(coverage), mentions: sorted }
  })
  return linked.sort((a, b) => b.relevance - a.relevance || (a.entityId < b.entityId ? -1 : 1))
}

function compareMentions(a: Mention, b: Mention): number {
  if (a.field !== b.field) return a.field === 'headline' ? -1 : 1
  return a.start - b.start
}
