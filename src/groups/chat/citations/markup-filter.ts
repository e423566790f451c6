import { type Construct, endThatBegins, StreamFilter } from './stream-filter.ts'

const LONGEST_LABEL = 500
const LONGEST_ADDRESS = 2_000
const LONGEST_TAG = 500
const SCHEMES = ['https:', 'http:', 'ftp:', 'javascript:', 'vbscript:', 'data:', 'file:', 'www.']
/** Characters that are not visible text: controls, invisible and bidirectional formatting, unassigned code points. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu
const TRIGGER = /\[|!\[|\]\(|<|(?:https?|ftp|javascript|vbscript|data|file):(?=\S)|www\.(?=\S)/gi
const ADDRESS_END = /[\s<>"\])}]/g
const LABEL_END = /[\]\n]/g
const CLOSING = /[)\n]/g
const TAG = new RegExp(String.raw`<[/!?]?[a-z][^<>]{0,${LONGEST_TAG}}>|<!--`, 'iy')
const BEGUN_TAG = new RegExp(String.raw`<(?:[/!?]?(?:[a-z][^<>]{0,${LONGEST_TAG}})?|!-?)$`, 'iy')

/**
 * Lets only words through: links become their labels; images, addresses, tags and invisible characters are removed, so that a manipulated
 * model can neither load a picture nor send a reader anywhere. Accepts the text in any pieces.
 */
export class MarkupFilter extends StreamFilter {
  protected readonly trigger = TRIGGER
  private readonly secret: string | null

  /** A high surrogate that awaits its other half. */
  private half = ''
  /** The last character that was output, and whether something was removed after it. */
  private last = ''
  private gap = false
  private readonly labelEnd = new NextOf(LABEL_END)
  private readonly closing = new NextOf(CLOSING)

  /** @param secret Never output either: the answer has no reason to repeat it. Letters and digits. */
  constructor(secret: string | null = null) {
    super()
    this.secret = secret
  }

  override take(text: string): string {
    const all = this.half + text
    this.half = /[\ud800-\udbff]$/.test(all) ? all.slice(-1) : ''
    const whole = all.slice(0, all.length - this.half.length)
    // Done first, so that invisible characters cannot hide markup.
    return super.take(whole.replaceAll('\t', ' ').replaceAll(UNSEEN, ''))
  }

  /** Text around a removed construct must not join into a new one. */
  protected override plain(given: string): string {
    const text = this.secret === null ? given : given.replaceAll(this.secret, '')
    if (text === '') return ''
    const isApart = !this.gap || /^[\s.,;!?)\]]/.test(text) || /^\s?$/.test(this.last)
    this.gap = false
    this.last = text.at(-1) ?? ''
    return isApart ? text : ` ${text}`
  }

  protected tailOf(text: string): number {
    const words = this.secret === null ? SCHEMES : [...SCHEMES, this.secret]
    return Math.max(endThatBegins(text, words), /[!\]]$/.test(text) ? 1 : 0)
  }

  protected read(text: string, at: number, isEnd: boolean): Construct | null {
    const char = text[at] ?? ''
    if (char === '[' || char === '!') return this.link(text, at, isEnd)
    // Text that is no link here must not become one further on.
    if (char === ']') return { end: at + 2, text: () => this.plain('] (') }
    if (char === '<') return this.tag(text, at, isEnd)
    return this.address(text, at, isEnd)
  }

  private apart(text: string): string {
    this.gap = true
    const out = this.plain(text)
    this.gap = true
    return out
  }

  private link(text: string, at: number, isEnd: boolean): Construct | null {
    const plain = { end: at + 1, text: () => this.plain(text[at] ?? '') }
    const label = text[at] === '!' ? at + 2 : at + 1
    const close = this.labelEnd.after(text, label)
    if (close - label > LONGEST_LABEL) return plain
    // The construct may still be completed.
    if (close === text.length || (text[close] === ']' && close + 1 === text.length))
      return isEnd ? plain : null
    if (!text.startsWith('](', close)) return plain
    const address = close + 2
    const end = this.closing.after(text, address)
    if (end - address > LONGEST_ADDRESS) return plain
    if (end === text.length) return isEnd ? plain : null
    if (text[end] !== ')') return plain
    const isImage = text[at] === '!'
    return {
      end: end + 1,
      text: () => this.apart(isImage ? '' : inside(text.slice(label, close), this.secret)),
    }
  }

  private tag(text: string, at: number, isEnd: boolean): Construct | null {
    if (!isEnd && match(BEGUN_TAG, text, at) !== null) return null
    if (match(TAG, text, at) !== null) return { end: TAG.lastIndex, text: () => this.apart('') }
    // "a < b" is text; an unclosed tag is not.
    const isText = /[\s\d=]/.test(text[at + 1] ?? ' ')
    return { end: at + 1, text: () => (isText ? this.plain('<') : this.apart('')) }
  }

  /** Punctuation at the end of an address belongs to the sentence. */
  private address(text: string, at: number, isEnd: boolean): Construct | null {
    ADDRESS_END.lastIndex = at
    const found = ADDRESS_END.exec(text)
    const most = at + LONGEST_ADDRESS
    if (found === null && !isEnd && text.length < most) return null
    let end = Math.min(found?.index ?? text.length, most)
    while (/[.,;:!?]/.test(text[end - 1] ?? '')) end--
    return { end: Math.max(end, at + 1), text: () => this.apart('') }
  }
}

/** The next position of a character, cached because many openings may precede one end. */
class NextOf {
  private readonly sign: RegExp
  private known = { text: '', from: 0, at: 0 }

  /** @param sign A global pattern. */
  constructor(sign: RegExp) {
    this.sign = sign
  }

  /** The length of the text when there is none. */
  after(text: string, from: number): number {
    const { known } = this
    if (known.text === text && known.from <= from && from <= known.at) return known.at
    this.sign.lastIndex = from
    const at = this.sign.exec(text)?.index ?? text.length
    this.known = { text, from, at }
    return at
  }
}

/** A label gets its own filter: it may contain anything that is removed here, except another label. */
function inside(label: string, secret: string | null): string {
  const filter = new MarkupFilter(secret)
  return filter.take(label.replaceAll('[', '')) + filter.end()
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
