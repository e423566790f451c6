import { decodeReferences, MarkupReader, readAttributes, type MarkupToken } from '../../kernel/markup.ts'
import { prefixOf } from './namespaces.ts'

/** An element of a feed. Text constructs have their content in `html` and no children. */
export interface Node {
  /** Our name of its namespace; empty for the formats' own elements. */
  prefix: string
  /** Without prefix, in lower case. */
  name: string
  attributes: ReadonlyMap<string, string>
  children: Node[]
  /** What a text construct holds, as HTML; plain text elsewhere. */
  text: string
  /** What relative links in it are relative to, where the document says so. */
  base: string | null
  language: string | null
}

export interface Tree {
  root: Node
  /** Whether tags were missing, wrong or cut off. */
  repaired: boolean
}

export const MAX_ITEMS = 5_000
const MAX_NODES = 400_000
const MAX_DEPTH = 64
/** What is copied or searched for each element must be short, or reading would not be linear. */
const MAX_NAMESPACES = 50
const MAX_NAMESPACE = 200
const MAX_BASE = 2_000
/** How many open elements an end tag may close at once. */
const MAX_CLOSED = 8

/** Elements whose content is text, perhaps with markup of its own, and never further structure. */
const TEXT_CONSTRUCTS = new Set([
  'title',
  'description',
  'summary',
  'content',
  'encoded',
  'tagline',
  'subtitle',
  'abstract',
  'info',
  'rights',
  'copyright',
  'body',
  'div',
  'fullitem',
])
/** What cannot be inside a text construct: its end tag is missing where one of these begins. */
const NEVER_INSIDE = new Set([
  'item',
  'entry',
  'channel',
  'pubdate',
  'guid',
  'updated',
  'published',
  'modified',
  'issued',
])
const NEVER_INSIDE_TITLE = new Set(['link', 'description', 'summary', 'content', 'id'])

interface Frame {
  node: Node
  /** The name as written, in lower case. */
  tag: string
  namespaces: ReadonlyMap<string, string>
}

/** Reads a document into a tree, as far as it can be read. `url` is where it was read: bases may be relative to it. */
export function readTree(text: string, url: string | null): Tree {
  return new TreeReader(text, url).read()
}

class TreeReader {
  readonly #reader: MarkupReader
  readonly #text: string
  readonly #url: string | null
  readonly #stack: Frame[]
  readonly #root: Node
  /** Elements that are open beyond the depth that is kept. */
  #beyond = 0
  #nodes = 0
  #items = 0
  #repaired = false

  constructor(text: string, url: string | null) {
    this.#text = text
    this.#url = url
    this.#reader = new MarkupReader(text, true)
    this.#root = {
      prefix: '',
      name: '',
      attributes: new Map(),
      children: [],
      text: '',
      base: null,
      language: null,
    }
    this.#stack = [{ node: this.#root, tag: '', namespaces: new Map() }]
  }

  read(): Tree {
    for (let token = this.#reader.next(); token !== null; token = this.#reader.next()) {
      if (this.#nodes >= MAX_NODES || this.#items > MAX_ITEMS) {
        this.#repaired = true
        break
      }
      this.#take(token)
    }
    if (this.#stack.length > 1 || this.#beyond > 0) this.#repaired = true
    this.#leaveOutLast()
    return { root: this.#root, repaired: this.#repaired }
  }

  get #top(): Frame {
    return this.#stack.at(-1) as Frame
  }

  #take(token: MarkupToken): void {
    if (token.kind === 'open') this.#open(token)
    else if (token.kind === 'close') this.#close(token.name)
    else if (token.kind === 'broken') this.#repaired = true
    else if (this.#beyond === 0) this.#top.node.text += plainText(this.#text, token)
  }

  #open(token: MarkupToken & { kind: 'open' }): void {
    if (this.#stack.length > MAX_DEPTH) {
      if (!token.closed) this.#beyond++
      return
    }
    if (isItem(token.name)) {
      this.#items++
      this.#endItem()
    }
    const frame = this.#frame(token)
    this.#nodes++
    this.#top.node.children.push(frame.node)
    if (token.closed) return
    if (isTextConstruct(frame.node)) {
      this.#readConstruct(frame, token.to)
      if (isBase64(frame.node)) frame.node.text = Buffer.from(frame.node.text, 'base64').toString('utf8')
    } else this.#stack.push(frame)
  }

  /** An item that the document breaks off in says nothing: half an address is another one. It is read when it is whole. */
  #leaveOutLast(): void {
    const last = this.#stack.find(({ tag }) => isItem(tag))
    if (last !== undefined) last.node.children = []
  }

  /** Items do not lie in items: the end tag of the one before is missing. */
  #endItem(): void {
    const open = this.#stack.findIndex(({ tag }) => isItem(tag))
    if (open === -1) return
    this.#repaired = true
    this.#stack.length = open
  }

  #frame(token: MarkupToken & { kind: 'open' }): Frame {
    const attributes = readAttributes(token.attributes)
    const parent = this.#top
    let namespaces = parent.namespaces
    for (const [name, value] of attributes) {
      if (!name.startsWith('xmlns') || value.length > MAX_NAMESPACE || namespaces.size >= MAX_NAMESPACES)
        continue
      if (namespaces === parent.namespaces) namespaces = new Map(namespaces)
      ;(namespaces as Map<string, string>).set(name.slice(6), value)
    }
    const colon = token.name.indexOf(':')
    const written = colon === -1 ? '' : token.name.slice(0, colon)
    const node: Node = {
      prefix: prefixOf(written, namespaces.get(written)),
      name: token.name.slice(colon + 1),
      attributes,
      children: [],
      text: '',
      base: resolveUrl(attributes.get('xml:base') ?? null, parent.node.base ?? this.#url) ?? parent.node.base,
      language: attributes.get('xml:lang') ?? parent.node.language,
    }
    return { node, tag: token.name, namespaces }
  }

  #close(tag: string): void {
    if (this.#beyond > 0) {
      this.#beyond--
      return
    }
    const lowest = Math.max(1, this.#stack.length - MAX_CLOSED)
    for (let at = this.#stack.length - 1; at >= lowest; at--) {
      if (this.#stack[at]?.tag !== tag) continue
      if (at < this.#stack.length - 1) this.#repaired = true
      this.#stack.length = at
      return
    }
    this.#repaired = true
  }

  /** Reads to the end tag of a text construct that begins at `from`. */
  #readConstruct({ node, tag }: Frame, from: number): void {
    const content = new Content(this.#text, from)
    let depth = 0
    for (let token = this.#reader.next(); token !== null; token = this.#reader.next()) {
      if (token.kind === 'broken') break
      if (token.kind === 'close' && token.name === tag && depth-- === 0) {
        node.text = content.until(token.from)
        return
      }
      if (this.#interrupts(token, node.name)) {
        this.#repaired = true
        this.#reader.skipTo(token.from)
        node.text = content.until(token.from)
        return
      }
      if (token.kind === 'open' && token.name === tag && !token.closed) depth++
      content.take(token)
    }
    // A title cut short would be taken for the whole one.
    this.#repaired = true
    if (node.name !== 'title') node.text = content.until(this.#text.length)
  }

  #interrupts(token: MarkupToken, construct: string): boolean {
    if (token.kind !== 'open' && token.kind !== 'close') return false
    const name = token.name.slice(token.name.indexOf(':') + 1)
    if (NEVER_INSIDE.has(name)) return name !== construct
    return construct === 'title' && token.kind === 'open' && NEVER_INSIDE_TITLE.has(name)
  }
}

/** What a text construct holds: with elements of its own, markup as it stands; without, markup that was escaped. */
class Content {
  readonly #text: string
  readonly #from: number
  readonly #sections: Array<MarkupToken & { kind: 'cdata' }> = []
  #escaped: string[] = []
  #nested = false

  constructor(text: string, from: number) {
    this.#text = text
    this.#from = from
  }

  take(token: MarkupToken): void {
    if (token.kind === 'cdata') this.#sections.push(token)
    if (token.kind === 'open') {
      this.#nested = true
      this.#escaped = []
    } else if (!this.#nested) this.#escaped.push(plainText(this.#text, token))
  }

  until(to: number): string {
    if (!this.#nested) return this.#escaped.join('')
    const parts: string[] = []
    let at = this.#from
    for (const { from, inner, innerTo, to: end } of this.#sections) {
      parts.push(this.#text.slice(at, from), this.#text.slice(inner, innerTo))
      at = end
    }
    return parts.join('') + this.#text.slice(at, to)
  }
}

/** The text of a token: references decoded, sections as they are; nothing of tags. */
function plainText(text: string, token: MarkupToken): string {
  if (token.kind === 'cdata') return text.slice(token.inner, token.innerTo)
  return token.kind === 'text' ? decodeReferences(text.slice(token.from, token.to)) : ''
}

/** `media:content` describes a file. */
function isTextConstruct({ name, prefix }: Node): boolean {
  return TEXT_CONSTRUCTS.has(name) && !(name === 'content' && prefix === 'media')
}

const isItem = (tag: string): boolean => /^(?:[\w-]{1,20}:)?(?:item|entry)$/.test(tag)

/** Atom 0.3 says so in a mode of its own, Atom 1.0 by a type that is not text. */
function isBase64({ attributes, prefix }: Node): boolean {
  if (prefix !== '') return false
  return attributes.get('mode') === 'base64' || attributes.get('type') === 'application/octet-stream'
}

/** How an address of the web begins. */
export const WEB = /^https?:\/\//i
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i

/** A link resolved against its base; as supplied without a base, null without a link. */
export function resolveUrl(link: string | null, base: string | null): string | null {
  const trimmed = link?.trim() ?? ''
  if (trimmed === '') return null
  if (ABSOLUTE.test(trimmed) || base === null || base.length > MAX_BASE) return trimmed
  return URL.parse(trimmed, base)?.href ?? trimmed
}
