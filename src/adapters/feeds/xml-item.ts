import type { FeedItem } from '../../ports/news-feed.ts'
import { attribute, Fields } from './fields.ts'
import { haltOf } from './halts.ts'
import { resolveUrl, WEB, type Node } from './tree.ts'

const MAX_CATEGORIES = 64
const TEXT_TYPE = /^(text|html|xhtml|plain|text\/.{1,60}|.{1,60}[/+]xml|application\/octet-stream)$/i

/** One `item` or `entry`. `base` is what relative links of a feed without `xml:base` are relative to. */
export function readItem(node: Node, base: string | null): FeedItem {
  const fields = new Fields(node)
  const guid = fields.first('guid') ?? fields.first('id')
  const permalink = permalinkOf(fields)
  const halt = haltOf(fields)
  const group = fields.first('media:group')
  const summary =
    fields.text(
      'description',
      'summary',
      'abstract',
      'dc:description',
      'itunes:summary',
      'media:description',
    ) ?? (group === null ? null : new Fields(group).text('media:description'))
  return {
    headline: fields.text('title', 'dc:title', 'media:title', 'itunes:title'),
    url: linkOf(fields, base) ?? permalink ?? elsewhere(node, fields, base),
    guid: fields.text('guid', 'id', 'dc:identifier') ?? (guid === null ? attribute(node, 'rdf:about') : null),
    permalink,
    summaryHtml: halt?.summaryHtml ?? summary,
    contentHtml: contentOf(fields),
    published:
      halt?.published ??
      fields.text(
        'pubdate',
        'published',
        'issued',
        'dc:date',
        'dcterms:issued',
        'created',
        'dcterms:created',
        'date',
      ),
    updated:
      fields.text('updated', 'modified', 'dcterms:modified', 'lastbuilddate') ?? attribute(node, 'lastmod'),
    author: authorOf(fields),
    language: fields.text('dc:language', 'language') ?? attribute(node, 'xml:lang'),
    categories: categoriesOf(fields),
    source: sourceOf(fields),
  }
}

function linkOf(fields: Fields, base: string | null): string | null {
  const original = fields.text('feedburner:origlink')
  if (original !== null) return original
  for (const link of alternates(fields)) {
    const href = attribute(link, 'href') ?? attribute(link, 'rdf:resource') ?? link.text
    const url = resolveUrl(href, link.base ?? base)
    if (url !== null) return url
  }
  return null
}

function permalinkOf(fields: Fields): string | null {
  const guid = fields.first('guid')
  const isLink = guid !== null && guid.attributes.get('ispermalink')?.trim().toLowerCase() !== 'false'
  return isLink && WEB.test(guid.text.trim()) ? guid.text.trim() : null
}

function elsewhere(node: Node, fields: Fields, base: string | null): string | null {
  const link = attribute(node, 'href') ?? attribute(node, 'rdf:about') ?? attribute(fields.first('a'), 'href')
  return resolveUrl(link, node.base ?? base)
}

/** Links to the article itself, web pages first: Atom has links to itself, to files and to comments as well. */
function alternates(fields: Fields): Node[] {
  const links = fields.all('link').filter((link) => {
    const rel = attribute(link, 'rel')
    return rel === null || rel.toLowerCase() === 'alternate' || rel.toLowerCase().endsWith('/alternate')
  })
  const isPage = (link: Node): boolean => /html/i.test(attribute(link, 'type') ?? 'html')
  return [...links.filter(isPage), ...links.filter((link) => !isPage(link))]
}

function contentOf(fields: Fields): string | null {
  for (const node of fields.all(
    'content:encoded',
    'encoded',
    'content',
    'xhtml:body',
    'body',
    'xhtml:div',
    'fullitem',
  )) {
    const type = attribute(node, 'type')
    const text = node.text.trim()
    if (text === '') continue
    if (type === null || TEXT_TYPE.test(type)) return text
  }
  return null
}

function authorOf(fields: Fields): string | null {
  for (const node of fields.all('author', 'dc:creator', 'dc:author', 'itunes:author', 'media:credit')) {
    const person = new Fields(node)
    const name = person.text('name') ?? (node.text.trim() === '' ? person.text('email') : node.text.trim())
    if (name !== null) return name
  }
  return null
}

function categoriesOf(fields: Fields): string[] {
  const found = new Set<string>()
  for (const node of fields.all('category', 'dc:subject', 'media:category')) {
    const text =
      node.text.trim() === '' ? (attribute(node, 'term') ?? attribute(node, 'label')) : node.text.trim()
    if (text !== null && found.size < MAX_CATEGORIES) found.add(text)
  }
  return [...found]
}

function sourceOf(fields: Fields): string | null {
  const source = fields.first('source')
  const named = source === null ? null : new Fields(source).text('title')
  return named ?? fields.text('source', 'dc:publisher', 'dcterms:publisher')
}
