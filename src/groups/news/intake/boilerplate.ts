import { oneOf } from '../../../kernel/patterns.ts'
import { singleLine } from './plain-text.ts'

/** One block of an HTML text: a paragraph, an item of a list, a cell. */
export interface Block {
  text: string
  /** How many characters of it are links. */
  linked: number
  links: number
  /** Whether links to share or to read on were taken out of it. */
  shared: boolean
  /** Whether it is an item of a list. */
  item: boolean
}

/** Where share buttons, subscriptions and comment counters lead. */
const SHARE_TARGETS = [
  'facebook.com/sharer',
  'facebook.com/share',
  'facebook.com/dialog',
  'twitter.com/intent',
  'twitter.com/share',
  'twitter.com/home?status',
  '//x.com/intent',
  '//x.com/share',
  'linkedin.com/share',
  'linkedin.com/sharing',
  'linkedin.com/cws/share',
  'reddit.com/submit',
  'pinterest.com/pin/create',
  'tumblr.com/share',
  'tumblr.com/widgets/share',
  'digg.com/submit',
  'stumbleupon.com/',
  'del.icio.us/',
  'delicious.com/',
  'getpocket.com/',
  'instapaper.com/',
  'news.ycombinator.com/submit',
  'addtoany.com/',
  'addthis.com/',
  'sharethis.com/',
  '//wa.me/',
  'whatsapp.com/send',
  '//t.me/share',
  'telegram.me/share',
  'plus.google.com/share',
  'google.com/bookmarks',
  'flipboard.com/',
  'bufferapp.com/',
  'buffer.com/add',
  'vk.com/share',
  'weibo.com/share',
  'line.me/r/msg',
  'xing.com/spi/shares',
  'feeds.wordpress.com/',
  '/~ff/',
  '/~a/',
  'share=facebook',
  'share=twitter',
  'share=linkedin',
  '#respond',
  '#comment',
]
/** What such links, and links to the rest of an article, say. Each is the whole of a link or of a line. */
const SHARE_WORDS = new RegExp(
  String.raw`^${oneOf`
    share|tweet|e-?mail|print|pin|like|digg|save|bookmark|post|comments?|link|subscribe|follow us|reply
  `}(?:!|:| ?(?:it|on|via|to|by|this|the|now|article|story|post|page|link|facebook|twitter|x|linkedin|reddit|pinterest|whatsapp|telegram|e-?mail|del\.icio\.us|digg|delicious|tumblr|feed|friend|a|!)\b!?){0,6}$`,
  'i',
)
const READ_ON = new RegExp(
  String.raw`^${oneOf`
    (?:please |to )?${oneOf`
      (?:click|tap) (?:here|through)\b.{0,60}
      (?:read|see|view|get|find) (?:the )?(?:more|full|rest|entire|complete|whole|original|on)\b.{0,60}
      (?:continue|keep) reading\b.{0,120}
      learn more\b.{0,40}|find out more\b.{0,40}
      full (?:story|article|text|release)
      more(?: (?:details|info|information|here))?
      (?:read|view|see) (?:article|story|post|it|here|this (?:article|story|post))(?: (?:here|online|on|at)\b.{0,60})?
    `}
    weiterlesen|mehr lesen|zum artikel
    lire (?:la suite|plus|l.article)\b.{0,60}
    leer m[áa]s|seguir leyendo|continuar leyendo|continua a leggere|leggi tutto|leia mais|lees (?:verder|meer)
    czytaj (?:dalej|więcej)|читать (?:далее|полностью)|続きを読む|阅读全文|閱讀全文|더 ?보기
  `}[\s.…:»›→>)\]]*$`,
  'i',
)
const RELATED_HEADING = new RegExp(
  String.raw`^${oneOf`
    related(?: (?:articles?|stories|story|links?|news|reading|content|coverage|posts?|topics?))?
    (?:read|watch|see|look) (?:also|next|more)
    also read|see also
    more (?:from|on|in|about|news|stories|coverage|reading)\b.{0,40}
    you (?:may|might) (?:also )?(?:like|be interested in)
    recommended(?: for you| reading)?
    further reading|most read|must read|don.t miss|trending(?: now)?|popular (?:now|stories)|like this
    share this(?: (?:article|story|post|page))?
    share (?:on|via)|follow us(?: on)?|siehe auch|mehr zum thema|[àa] lire aussi|leia tamb[ée]m|lea tambi[ée]n
  `}\s*[:.…–-]?$`,
  'i',
)
const RELATED_LEAD = new RegExp(
  String.raw`^${oneOf`
    related(?: (?:articles?|stories|story|links?|news|reading|coverage|posts?))?
    (?:read|watch|see) (?:also|next|more)
    also read|see also|more|don.t miss|must read|recommended|mehr zum thema|lesen sie auch|(?:[àa] )?lire aussi
    lea tambi[ée]n|leia tamb[ée]m|leggi anche
  `}\s*[:>»|–-]`,
  'i',
)
const WORD = /[\p{L}\p{N}]/u
/** Short lines that are no sentence of the article; those with `links` only where they have some. */
const NOTICES: ReadonlyArray<readonly [RegExp, 'links' | 'any']> = [
  [/^(?:follow|connect with|find|join) .{1,60} on\b/i, 'links'],
  [/^(?:sponsored|promoted|advertisement|ad)\b ?:/i, 'links'],
  [/^(?:advertisement|sponsored(?: content)?)$/i, 'any'],
  [/^download (?:the|our)\b.{0,60}\bapp\b/i, 'links'],
  [/^(?:click|tap) here (?:for|to)\b/i, 'any'],
  [/^submitted by \/?u\/\S+$/i, 'any'],
  [/^like loading\b/i, 'any'],
  [/^our standards:/i, 'any'],
]
const MAX_NOTICE = 160
const MAX_SHARE_TEXT = 40
const MAX_READ_ON = 160
/** A line that sends the reader elsewhere. */
const ELSEWHERE =
  /\bvisit (?:us (?:at|on) )?\S{3,60} (?:for|to (?:get|read|learn|see)) (?:more|further)\b|^for (?:more|further) (?:information|details|news)\b.{0,80}\bvisit\b/i
const MAX_ELSEWHERE = 250
/** What ends an article beyond its words, and how far from the end it may begin. They are glued to the last word often enough. */
const ENDINGS: ReadonlyArray<readonly [RegExp, number]> = [
  [/(?:©|\([cC]\)|Copyright ©) ?(?:19|20)\d\d(?!\d)/, 300],
  [
    new RegExp(
      String.raw`${oneOf`
      For more (?:articles|stories|news|headlines|coverage)
      Subscribe (?:now|today|to our)
      Sign up (?:for (?:our|free)|now|here|to receive)
      Follow (?:us|@\w+) on (?:Twitter|X|Facebook|LinkedIn|Instagram)
    `}\b`,
    ),
    300,
  ],
  [
    /(?:See [Mm]ore [Ff]rom|More (?:recent )?(?:(?:articles|stories|news|headlines|coverage) )?[Ff]rom)\b[^*.]{0,80}\* /,
    1_500,
  ],
  // A list of titles has no sentence that another one follows.
  [/Related (?:[Nn]ews|[Ll]inks?|[Aa]rticles?|[Ss]tories|[Rr]eading) ?:(?!.*[.!?]['"”]? \p{Lu})/u, 600],
  [/Our Standards: The Thomson Reuters/, 120],
  [/The post .{1,300}\b(?:appeared first|first appeared) on\b/, 400],
]
const MAX_ENDINGS = 3
const SHORTEST_ENDING = 6
const COPYRIGHT_LINE = /^copyright (?:\(c\) )?(?:19|20)\d\d\b.{0,100}$/i
/** How far from the end a phrase that leads on may begin. */
const TAIL = 400
const TAIL_READ_ON = new RegExp(
  String.raw`[\s([…]*(?:\.\.\.)?\s?\b${oneOf`
    continue reading
    read (?:more|the full (?:story|article|post)|full (?:story|article)|on)
    full story
    (?:click|tap) here (?:to|for) (?:read|more|continue|the full)[^.]{0,60}
  `}(?:\s(?:at|on|here)\b.{0,60})?\s*[\s.…:»›→>)\]]*$`,
  'i',
)

/** Whether a link is no part of the words around it: it shares, prints, comments or leads to the rest of the article. */
export function isShareLink(href: string, text: string): boolean {
  if (text.length > MAX_READ_ON) return false
  const target = href.slice(0, 300).toLowerCase()
  if (text.length <= MAX_SHARE_TEXT) {
    if (target.startsWith('mailto:?') || SHARE_TARGETS.some((each) => target.includes(each))) return true
    if (SHARE_WORDS.test(text.replace(/^[[(]|[\])]$/g, ''))) return true
  }
  return READ_ON.test(text.replace(/^[\s[(…»›→>-]{1,5}/, ''))
}

/** The lines of an article: its blocks without those that are share bars, links to read on, related articles or notices. */
export function keepWords(blocks: readonly Block[]): string[] {
  const lines: string[] = []
  let related = false
  for (const block of blocks) {
    const line = withoutTail(singleLine(block.text))
    if (line === '' || !WORD.test(line)) continue
    const isLink = block.links > 0 && block.linked >= line.length * 0.9
    if (RELATED_HEADING.test(line.slice(0, 80)) && line.length <= 80) {
      related = true
      continue
    }
    if (related && isLink) continue
    related = false
    if (!isNotice(line, block)) lines.push(line)
  }
  return lines
}

function isNotice(line: string, block: Block): boolean {
  if (line.length <= MAX_SHARE_TEXT && (SHARE_WORDS.test(line) || (block.shared && line.endsWith(':'))))
    return true
  if (COPYRIGHT_LINE.test(line)) return true
  const isKnown = NOTICES.some(([notice, where]) => (where === 'any' || block.links > 0) && notice.test(line))
  if (line.length <= MAX_NOTICE && isKnown) return true
  if (line.length <= MAX_ELSEWHERE && ELSEWHERE.test(line)) return true
  const lead = RELATED_LEAD.exec(line.slice(0, 60))
  return lead !== null && block.links > 0 && line.length - block.linked <= lead[0].length + 3
}

/** Without lists of other articles, notices, "The post … appeared first on …" and "Continue reading …" at the end. */
function withoutTail(line: string): string {
  if (line.length < SHORTEST_ENDING) return line
  let text = line
  // One ending may uncover another: a copyright behind a subscription behind a list.
  for (let round = 0; round < MAX_ENDINGS; round++) {
    for (const [ending, reach] of ENDINGS) text = withoutEnding(text, ending, reach)
  }
  const from = Math.max(0, text.length - TAIL)
  const tail = text.slice(from)
  const rest = tail.replace(TAIL_READ_ON, tail.includes('…') ? '…' : '').trimEnd()
  return text.slice(0, from) + rest.replace(/\[(?:…|\.\.\.)\]$/, '…')
}

function withoutEnding(line: string, ending: RegExp, reach: number): string {
  const from = Math.max(0, line.length - reach)
  const found = ending.exec(line.slice(from))
  return found === null ? line : line.slice(0, from + found.index).trimEnd()
}
