import { decodeHTMLStrict } from 'entities'

/**
 * A reader of tags for HTML and XML as they are found, not as they should be: it never fails, loads nothing, expands no
 * entities of a document's own, and takes time linear in the text whatever the text is.
 */
export type MarkupToken =
  /** As written, references not decoded. */
  | { kind: 'text'; from: number; to: number }
  /** `name` is in lower case and keeps its prefix; `attributes` is what stands between the name and the end of the tag. */
  | { kind: 'open'; name: string; attributes: string; closed: boolean; from: number; to: number }
  | { kind: 'close'; name: string; from: number; to: number }
  /** `inner` to `innerTo` is what the section holds. */
  | { kind: 'cdata'; inner: number; innerTo: number; from: number; to: number }
  /** Something began that has no end: nothing follows. */
  | { kind: 'broken'; from: number; to: number }

const [TAB, LF, CR, SPACE, BANG, QUOTE, APOSTROPHE] = [9, 10, 13, 32, 33, 34, 39]
const [SLASH, LESS, EQUALS, GREATER, QUESTION, OPEN_BRACKET, CLOSE_BRACKET] = [47, 60, 61, 62, 63, 91, 93]
const CDATA = '[CDATA['
const MAX_ATTRIBUTES = 200

const isBlank = (code: number): boolean =>
  code === SPACE || code === LF || code === TAB || code === CR || code === 12
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95
const endsName = (code: number): boolean =>
  isBlank(code) || code === SLASH || code === GREATER || code === LESS || code === EQUALS

/** The tokens of a text from its beginning to its end. Comments, declarations and processing instructions are left out. */
export class MarkupReader {
  readonly text: string
  readonly #xml: boolean
  readonly #lastGreater: number
  /** Where the last quote of either kind is: a quote beyond it is closed by nothing. */
  readonly #lastQuote: ReadonlyMap<number, number>
  #at = 0
  #quotesCount = true
  #bracketsCount = true

  /** In XML a `<` inside a quoted value means that the quote was never closed. */
  constructor(text: string, xml: boolean) {
    this.text = text
    this.#xml = xml
    this.#lastGreater = text.lastIndexOf('>')
    this.#lastQuote = new Map([
      [QUOTE, text.lastIndexOf('"')],
      [APOSTROPHE, text.lastIndexOf("'")],
    ])
  }

  /** Goes on from there: for what is not to be read as markup, such as a script. */
  skipTo(at: number): void {
    this.#at = at
  }

  /** The next token; null at the end. */
  next(): MarkupToken | null {
    const { text } = this
    while (this.#at < text.length) {
      const from = this.#at
      const less = this.#markupFrom(from)
      if (less > from) {
        this.#at = less
        return { kind: 'text', from, to: less }
      }
      const token = this.#markup(from)
      if (token !== null) return token
    }
    return null
  }

  /** Where the next markup begins: a `<` that a name, `/`, `!` or `?` follows. */
  #markupFrom(from: number): number {
    const { text } = this
    for (let at = text.indexOf('<', from); at !== -1; at = text.indexOf('<', at + 1)) {
      const next = text.charCodeAt(at + 1)
      if (isLetter(next) || next === BANG || next === QUESTION) return at
      if (next === SLASH && (isLetter(text.charCodeAt(at + 2)) || text.charCodeAt(at + 2) === GREATER))
        return at
    }
    return text.length
  }

  #markup(from: number): MarkupToken | null {
    const next = this.text.charCodeAt(from + 1)
    if (next === BANG) return this.#declaration(from)
    if (next === QUESTION) return this.#until('>', from)
    return this.#tag(from)
  }

  /** Skips past `end`; without one, everything is broken from here on. */
  #until(end: string, from: number, search = from): MarkupToken | null {
    const found = this.text.indexOf(end, search)
    if (found === -1) return this.#broken(from)
    this.#at = found + end.length
    return null
  }

  #broken(from: number): MarkupToken {
    this.#at = this.text.length
    return { kind: 'broken', from, to: this.text.length }
  }

  #declaration(from: number): MarkupToken | null {
    const { text } = this
    if (text.startsWith('--', from + 2)) return this.#until('-->', from, from + 2)
    if (text.startsWith(CDATA, from + 2)) {
      const inner = from + 2 + CDATA.length
      const end = text.indexOf(']]>', inner)
      this.#at = end === -1 ? text.length : end + 3
      return { kind: 'cdata', inner, innerTo: end === -1 ? text.length : end, from, to: this.#at }
    }
    // A document type may hold declarations in brackets, with `>` in them.
    let depth = 0
    for (let at = from + 2; this.#bracketsCount && at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === OPEN_BRACKET) depth++
      else if (code === CLOSE_BRACKET) depth--
      else if (code === GREATER && depth <= 0) {
        this.#at = at + 1
        return null
      }
    }
    // Searched to the end once, and not again for each declaration that follows.
    this.#bracketsCount = false
    return this.#until('>', from)
  }

  #tag(from: number): MarkupToken {
    const { text } = this
    if (from > this.#lastGreater) return this.#broken(from)
    const closing = text.charCodeAt(from + 1) === SLASH
    const nameFrom = closing ? from + 2 : from + 1
    let nameTo = nameFrom
    while (nameTo < text.length && !endsName(text.charCodeAt(nameTo))) nameTo++
    const name = text.slice(nameFrom, nameTo).toLowerCase()
    const end = this.#tagEnd(nameTo)
    // A tag that the next one interrupts ends there, without a `>` of its own.
    const to = text.charCodeAt(end) === GREATER ? end + 1 : end
    this.#at = to
    if (closing) return { kind: 'close', name, from, to }
    const closed = text.charCodeAt(end - 1) === SLASH && end - 1 >= nameTo
    return { kind: 'open', name, attributes: text.slice(nameTo, closed ? end - 1 : end), closed, from, to }
  }

  /** Where the `>` of a tag is, or the `<` that interrupts it. */
  #tagEnd(from: number): number {
    const { text } = this
    let quote = 0
    let previous = 0
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (quote !== 0) {
        if (code === quote) quote = 0
        else if (code === LESS && this.#xml) return this.#tagEndUnquoted(from)
      } else if (code === GREATER || code === LESS) return at
      else if (this.#opensQuote(code, previous, at)) quote = code
      if (!isBlank(code)) previous = code
    }
    // Every `>` lies in quotes. From now on quotes mean nothing, or each tag that follows would search to the end again.
    this.#quotesCount = false
    return this.#tagEndUnquoted(from)
  }

  /** A quote opens a value only after `=`: elsewhere, as in `<p it's>`, it is a character. */
  #opensQuote(code: number, previous: number, at: number): boolean {
    if (code !== QUOTE && code !== APOSTROPHE) return false
    return this.#quotesCount && previous === EQUALS && at < (this.#lastQuote.get(code) ?? -1)
  }

  #tagEndUnquoted(from: number): number {
    for (let at = from; at < this.text.length; at++) {
      const code = this.text.charCodeAt(at)
      if (code === GREATER || code === LESS) return at
    }
    return this.text.length
  }
}

/** The attributes of a tag with values decoded, names in lower case, at most 200; of two with one name the first. */
export function readAttributes(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let at = 0
  while (at < text.length && found.size < MAX_ATTRIBUTES) {
    while (at < text.length && (isBlank(text.charCodeAt(at)) || text.charCodeAt(at) === SLASH)) at++
    const nameFrom = at
    while (at < text.length && !isBlank(text.charCodeAt(at)) && text.charCodeAt(at) !== EQUALS) at++
    const name = text.slice(nameFrom, at).toLowerCase()
    while (at < text.length && isBlank(text.charCodeAt(at))) at++
    let value = ''
    if (text.charCodeAt(at) === EQUALS) {
      at++
      while (at < text.length && isBlank(text.charCodeAt(at))) at++
      const end = valueEnd(text, at)
      value = text.slice(end.from, end.to)
      at = end.next
    } else if (name === '') at++
    if (name !== '' && !found.has(name)) found.set(name, decodeReferences(value))
  }
  return found
}

function valueEnd(text: string, at: number): { from: number; to: number; next: number } {
  const quote = text.charCodeAt(at)
  if (quote === QUOTE || quote === APOSTROPHE) {
    const end = text.indexOf(text.charAt(at), at + 1)
    return end === -1
      ? { from: at + 1, to: text.length, next: text.length }
      : { from: at + 1, to: end, next: end + 1 }
  }
  let to = at
  while (to < text.length && !isBlank(text.charCodeAt(to))) to++
  return { from: at, to, next: to }
}

/**
 * Character references as HTML has them, by name and number, each ended by a semicolon, so that `?a=1&copy=2` stays what it is. Numbers that stand
 * for nothing become U+FFFD. References to entities that a document declares itself stay as they are.
 */
export function decodeReferences(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text
}
