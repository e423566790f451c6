import { UnreadableFeed, type FeedItem, type ParsedFeed } from '../../ports/news-feed.ts'
import { attribute, Fields } from './fields.ts'
import { MAX_ITEMS, readTree, resolveUrl, type Node } from './tree.ts'
import { readItem } from './xml-item.ts'

const FORMATS: Readonly<Record<string, ParsedFeed['format']>> = {
  rss: 'rss',
  feed: 'atom',
  rdf: 'rdf',
  channel: 'cdf',
}
const PERIOD_SECONDS: Readonly<Record<string, number>> = {
  hourly: 3_600,
  daily: 86_400,
  weekly: 604_800,
  monthly: 2_592_000,
  yearly: 31_536_000,
}

/** RSS of any version, RDF, Atom 0.3 and 1.0, CDF. `url` is where the document was read. */
export function readXmlFeed(text: string, url: string | null): ParsedFeed {
  const { root, repaired } = readTree(text, url)
  const top = topOf(root)
  if (top === null) throw new UnreadableFeed(whatElse(root))
  const channel = top.children.find((each) => each.name === 'channel') ?? top
  const fields = new Fields(channel)
  const link = pageOf(fields, url)
  // Atom resolves against the document; in RSS, links that are relative are relative to the site.
  const base = top.name === 'feed' ? url : (link ?? url)
  const nodes = itemsOf(top)
  const items: FeedItem[] = nodes.slice(0, MAX_ITEMS).map((node) => readItem(node, base))
  return {
    format: formatOf(top, nodes),
    title: fields.text('title', 'dc:title'),
    language:
      fields.text('language', 'dc:language') ?? attribute(channel, 'xml:lang') ?? attribute(top, 'xml:lang'),
    link,
    items,
    refreshSeconds: refreshOf(fields),
    repaired: repaired || nodes.length > MAX_ITEMS,
  }
}

/** The feed element; when its name is unknown, the element that contains items. */
function topOf(root: Node): Node | null {
  const known = root.children.find((each) => each.name in FORMATS)
  if (known !== undefined) return known
  return itemsOf(root).length > 0 ? root : null
}

function whatElse(root: Node): string {
  const first = root.children[0]
  if (first === undefined) return 'The document has no elements, so it is not a feed.'
  if (first.name === 'html') return 'The document is a web page, not a feed.'
  return `The document begins with <${first.name.slice(0, 40)}>, which is no kind of feed.`
}

/** Every item that is not inside another, in the order of the document. */
function itemsOf(node: Node): Node[] {
  return node.children.flatMap((each) =>
    each.name === 'item' || each.name === 'entry' ? [each] : itemsOf(each),
  )
}

function formatOf(top: Node, items: readonly Node[]): ParsedFeed['format'] {
  const format = FORMATS[top.name] ?? (items[0]?.name === 'entry' ? 'atom' : 'rss')
  // A channel without the `rss` around it has items with links; in CDF they are attributes.
  const isChannel =
    format === 'cdf' && items.some((each) => each.children.some(({ name }) => name === 'link'))
  return isChannel ? 'rss' : format
}

function pageOf(fields: Fields, url: string | null): string | null {
  for (const node of fields.all('link')) {
    const rel = attribute(node, 'rel')
    if (rel !== null && rel.toLowerCase() !== 'alternate') continue
    const link = resolveUrl(attribute(node, 'href') ?? node.text, node.base ?? url)
    if (link !== null) return link
  }
  return null
}

function refreshOf(fields: Fields): number | null {
  const minutes = Number(fields.text('ttl') ?? Number.NaN)
  if (Number.isFinite(minutes) && minutes > 0) return Math.round(minutes * 60)
  const period = PERIOD_SECONDS[fields.text('sy:updateperiod')?.toLowerCase() ?? '']
  if (period === undefined) return null
  const frequency = Number(fields.text('sy:updatefrequency') ?? 1)
  return Math.round(period / (Number.isFinite(frequency) && frequency >= 1 ? frequency : 1))
}
