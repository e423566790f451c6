import { MarkupReader, readAttributes, decodeReferences, type MarkupToken } from '../../../kernel/markup.ts'
import { isShareLink, keepWords, type Block } from './boilerplate.ts'
import { reread, singleLine } from './plain-text.ts'

/** Longer texts are cut there: no article is, and what follows is not read by anybody. */
const MAX_LENGTH = 2_000_000
/** How often escaped HTML may have been escaped again. */
const MAX_PASSES = 3

const BLOCKS = new Set(
  (
    'address article aside blockquote body br center dd details dialog div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr html legend li main menu nav ol option p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
)
/** What stands in these is not the words of the article. */
const DROPPED = new Set(
  (
    'applet audio button canvas datalist embed figcaption head iframe map math noembed noframes noscript object script select style ' +
    'svg template textarea title video xml'
  ).split(' '),
)
/** Content that is not markup: `<` in it begins nothing. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes'])
const INLINE =
  'a abbr acronym b bdi bdo big cite code data del dfn em figcaption font i img input ins kbd label mark meta link q ruby s samp ' +
  'script small span strike strong style sub sup td th time tt u var wbr iframe'
const HTML_NAMES = new Set([...BLOCKS, ...DROPPED, ...INLINE.split(' ')])
/** A tag or a reference in what should be plain text by now: it was escaped twice. */
const LEFT_OVER =
  /<(\/?)([a-z][a-z0-9]{0,9})(?=[\s/>])|<!--|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi
/** `<AAPL.O>`, an instrument as Reuters writes it, looks like a tag. */
const INSTRUMENT_CODE = /^<([A-Z0-9]{1,8}(?:[a-z]?\.[A-Z]{1,3})|[A-Z]{1,6}=[A-Z]{0,4})>$/
/** The same in what was escaped. */
const EVERY_INSTRUMENT_CODE = /<([A-Z0-9]{1,8}(?:[a-z]?\.[A-Z]{1,3})|[A-Z]{1,6}=[A-Z]{0,4})>/g

/**
 * The words of HTML: references decoded, one line for each block, what is not the article's words left out (scripts, captions, share bars, links to read on, lists of
 * related links). Plain text comes out as it went in, but for its blanks. Text that was escaped twice is read twice.
 * Takes time linear in the text, and follows nothing.
 */
export function htmlToText(html: string): string {
  let lines = readBlocks(reread(html.slice(0, MAX_LENGTH)).toWellFormed())
  for (let pass = 1; pass < MAX_PASSES && lines.some(isMarkup); pass++) {
    lines = lines.flatMap((line) => (isMarkup(line) ? readBlocks(line) : [line]))
  }
  return lines.join('\n').replace(EVERY_INSTRUMENT_CODE, '($1)')
}

function isMarkup(line: string): boolean {
  for (const match of line.matchAll(LEFT_OVER)) {
    const name = match[2]?.toLowerCase()
    if (match[1] === '/') return true
    if (
      name === undefined
        ? match[0] === '<!--' || decodeReferences(match[0]) !== match[0]
        : HTML_NAMES.has(name)
    )
      return true
  }
  return false
}

function readBlocks(html: string): string[] {
  const blocks = new BlockReader(html).read()
  return keepWords(blocks)
}

class BlockReader {
  readonly #html: string
  readonly #reader: MarkupReader
  readonly #blocks: Block[] = []
  /** Without any tag, line breaks mean what they say. */
  #plain = true
  #parts: string[] = []
  #linked = 0
  #links = 0
  #share = false
  #item = false
  #link: { href: string; parts: string[] } | null = null
  /** Lower-case copy, made when it is first searched. */
  #lower: string | null = null

  constructor(html: string) {
    this.#html = html
    this.#reader = new MarkupReader(html, false)
  }

  read(): Block[] {
    for (let token = this.#reader.next(); token !== null; token = this.#reader.next()) this.#take(token)
    this.#endLink()
    this.#endBlock()
    if (!this.#plain) return this.#blocks
    return this.#blocks.flatMap((block) => block.text.split(/\r\n?|\n/).map((text) => ({ ...block, text })))
  }

  #take(token: MarkupToken): void {
    if (token.kind === 'text') this.#add(decodeReferences(this.#html.slice(token.from, token.to)))
    else if (token.kind === 'cdata') this.#add(this.#html.slice(token.inner, token.innerTo))
    else if (token.kind === 'open') this.#open(token)
    else if (token.kind === 'close') this.#close(token.name)
    else if (token.kind === 'broken') this.#broken(token)
  }

  #add(text: string): void {
    ;(this.#link?.parts ?? this.#parts).push(text)
  }

  /** A text that was cut in the middle of a tag ends there; one that only looks so is text. */
  #broken(token: MarkupToken): void {
    const rest = this.#html.slice(token.from, token.from + 40)
    if (!/^<[/!?]?[a-z]+(?:[\s/=]|$)|^<[!?]/i.test(rest))
      this.#add(decodeReferences(this.#html.slice(token.from)))
  }

  #open(token: MarkupToken & { kind: 'open' }): void {
    const code = INSTRUMENT_CODE.exec(this.#html.slice(token.from, Math.min(token.to, token.from + 20)))
    if (code !== null) {
      this.#add(`(${code[1]})`)
      return
    }
    if (HTML_NAMES.has(token.name)) this.#plain = false
    if (DROPPED.has(token.name) && !token.closed) this.#drop(token)
    else if (token.name === 'a') this.#beginLink(token.attributes)
    // The cells of a row are one line.
    else if (token.name === 'td' || token.name === 'th') this.#add(' ')
    else if (BLOCKS.has(token.name)) {
      this.#endLink()
      this.#endBlock()
      this.#item = token.name === 'li'
    }
  }

  #close(name: string): void {
    if (HTML_NAMES.has(name)) this.#plain = false
    if (name === 'a') this.#endLink()
    else if (BLOCKS.has(name)) {
      this.#endLink()
      this.#endBlock()
    }
  }

  /** Goes to behind the end tag. Where there is none, the element is taken for empty, unless its content is no markup. */
  #drop({ name, to }: MarkupToken & { kind: 'open' }): void {
    this.#lower ??= this.#html.toLowerCase()
    // The last end tag is found once for each name; without one, nothing would be searched for again and again.
    if (this.#lastEnd(name) < to) {
      if (RAW.has(name) && name !== 'iframe' && name !== 'title') this.#reader.skipTo(this.#html.length)
      return
    }
    const end = this.#lower.indexOf(`</${name}`, to)
    this.#reader.skipTo(end)
    // A word does not go on behind what was left out.
    this.#add(' ')
  }

  readonly #lastEnds = new Map<string, number>()

  #lastEnd(name: string): number {
    let last = this.#lastEnds.get(name)
    if (last === undefined) this.#lastEnds.set(name, (last = this.#lower?.lastIndexOf(`</${name}`) ?? -1))
    return last
  }

  #beginLink(attributes: string): void {
    this.#endLink()
    this.#link = { href: readAttributes(attributes).get('href') ?? '', parts: [] }
  }

  #endLink(): void {
    const link = this.#link
    if (link === null) return
    this.#link = null
    const text = link.parts.join('')
    const words = singleLine(text)
    this.#links++
    if (isShareLink(link.href, words)) this.#share = true
    else {
      this.#linked += words.length
      this.#parts.push(text)
    }
  }

  #endBlock(): void {
    if (this.#parts.length > 0) {
      this.#blocks.push({
        text: this.#parts.join(''),
        linked: this.#linked,
        links: this.#links,
        shared: this.#share,
        item: this.#item,
      })
    }
    this.#parts = []
    this.#linked = 0
    this.#links = 0
    this.#share = false
    this.#item = false
  }
}
