import { ABBREVIATED } from '../../../market/abbreviations.ts'
import { chunksOf, joinedWords } from './fold.ts'

/**
 * What a company name is made of besides the name: its legal form and the description of the security. Such words
 * neither count in a query nor in the name it is compared with. A word here is a chunk of the text written as one,
 * so `S.p.A.` is `spa` and `A/S` is `as`.
 */
const LEGAL_WORDS = wordSet(`
  inc incorporated corp corporation co company companies ltd limited plc llc lp llp pte pty pvt
  ag se kg kgaa gmbh aktiengesellschaft nv bv sa sas sarl sca saa sab cv spa srl
  ab publ as asa oyj oy hf aps nyrt zrt bhd berhad tbk pt pcl pjsc ojsc oao pao jsc kk
`)
/** A word that is one only before certain others. */
const LEGAL_PHRASES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['public', wordSet('limited company')],
  ['de', wordSet('cv')],
  ['societe', wordSet('anonyme europeenne')],
  ['anonim', wordSet('sirketi')],
  ['joint', wordSet('stock')],
  ['common', wordSet('stock share shares unit units')],
  ['capital', wordSet('stock')],
  ['ordinary', wordSet('share shares unit units stock')],
])
/** Said or left out at will. */
const FILLER_WORDS = wordSet('the and')
/** Ignored at the end of a name when names are compared whole; still words to search for. */
const TRAILING_WORDS = wordSet('group grp holding holdings hldg hldgs groep groupe gruppe index')

/** Where the description of the security begins, when the words after it agree; an empty set agrees with all. */
const DESCRIPTION_STARTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['common', wordSet('stock share shares unit units')],
  ['capital', wordSet('stock')],
  ['ordinary', wordSet('share shares unit units stock')],
  ['american', wordSet('depositary depository')],
  ['depositary', wordSet('share shares receipt receipts')],
  ['depository', wordSet('share shares receipt receipts')],
  ['sponsored', wordSet('adr adrs ads gdr gdrs')],
  ['subordinate', wordSet('voting')],
  ['new', wordSet('common ordinary')],
  ['ads', new Set()],
  ['adr', new Set()],
  ['adrs', new Set()],
  ['gdr', new Set()],
  ['gdrs', new Set()],
])
/** What says, after a dash, that a description of the security follows. */
const SECURITY_WORDS = wordSet(
  'stock share shares unit units warrant warrants right rights depositary depository',
)
/** Securities that are not the company's common equity. */
const SENIOR_WORDS = wordSet(`
  preferred preference pfd warrant warrants wts unit units right rights rts note notes debenture debentures
  subordinated perpetual
`)

/** Of these, what no ordinary security is called, were it worth as much. */
const PREFERRED_WORDS = wordSet('preferred preference')
const SHARE_WORDS = wordSet('stock share shares')

/** The words a query asks for: all but legal form and filler, or every word when nothing else is left. */
export function searchWordsOf(chunks: readonly string[][]): string[] {
  const wanted = chunks.filter((_, index) => !isSilent(chunks, index)).flat()
  return wanted.length > 0 ? wanted : chunks.flat()
}

/** A name taken apart into chunks that make the name and chunks that describe the security. */
export interface SplitName {
  name: string[][]
  /** Legal form, filler, and everything from the description of the security on. */
  description: string[][]
}

/** Splits the chunks of a name; those from `describedFrom` on are description. The first word is always name. */
export function splitName(chunks: readonly string[][], describedFrom: number): SplitName {
  const name: string[][] = []
  const description: string[][] = []
  let index = 0
  for (const chunk of chunks) {
    const opens = name.length === 0 && !FILLER_WORDS.has(wordAt(chunks, index))
    const named = index < describedFrom && (opens || !isSilent(chunks, index))
    if (named) name.push(chunk)
    else description.push(chunk)
    index += 1
  }
  return name.length > 0 ? { name, description } : { name: description, description: [] }
}

/** Words without a closing `group` or `holdings`, which people add to names that are without. */
export function withoutTrailing(words: readonly string[]): readonly string[] {
  let end = words.length
  while (end > 1 && TRAILING_WORDS.has(words[end - 1] ?? '')) end -= 1
  return end < words.length ? words.slice(0, end) : words
}

/**
 * The chunks of a name written as one, without a closing `Group` or `Holding`: `Coca-Cola` gives `cocacola`. Two
 * listings with one key are taken for the same company.
 */
export function nameKeyOf(name: readonly string[][]): string {
  let end = name.length
  while (end > 1 && TRAILING_WORDS.has(wordAt(name, end - 1))) end -= 1
  return joinedWords(name, end)
}

/** The same, where it differs, with every form of a word that is also abbreviated as one: `gen mtrs` and `General Motors` agree. */
export function commonKeyOf(name: readonly string[][]): string | null {
  const differs = name.some((chunk) => chunk.some((word) => ABBREVIATED.canonical(word) !== word))
  return differs ? nameKeyOf(name.map((chunk) => chunk.map(ABBREVIATED.canonical))) : null
}

/** What the names of one company have in common: `Apple` and `Apple Inc. - Common Stock` give `apple`. */
export function companyKeyOf(text: string): string {
  const chunks = chunksOf(text)
  return nameKeyOf(splitName(chunks, descriptionStart(chunks)).name)
}

/** True for two names of one company: `Apple` and `Apple Inc. - Common Stock`. */
export function isSameName(one: string, other: string): boolean {
  return companyKeyOf(one) !== '' && companyKeyOf(one) === companyKeyOf(other)
}

/** True for the name of a preferred share, warrant, unit, right, note or bond. */
export function namesSeniorSecurity(chunks: readonly string[][]): boolean {
  return chunks.some((chunk, index) => index > 0 && SENIOR_WORDS.has(chunk.join('')))
}

/** True for the name of a preferred share, in words that leave no doubt; receipts for one are a company's main line. */
export function namesPreferredShare(chunks: readonly string[][]): boolean {
  if (chunks.some((chunk, index) => chunk[0] === 'american' && wordAt(chunks, index + 1) === 'depositary')) {
    return false
  }
  return chunks.some(
    (chunk, index) =>
      index > 0 && PREFERRED_WORDS.has(chunk.join('')) && SHARE_WORDS.has(wordAt(chunks, index + 1)),
  )
}

/** The index of the first chunk that describes the security, such as `Common Stock`; the length when none does. */
export function descriptionStart(chunks: readonly string[][]): number {
  for (let index = 1; index < chunks.length; index++) {
    const word = wordAt(chunks, index)
    const next = wordAt(chunks, index + 1)
    if (word === 'class' && next.length === 1) return index
    const follows = DESCRIPTION_STARTS.get(word)
    if (follows !== undefined && (follows.size === 0 || follows.has(next))) return index
  }
  return chunks.length
}

/** True for what follows a dash in the name of a listing when it is about the security: `Class A Common Stock`. */
export function describesSecurity(chunks: readonly string[][]): boolean {
  return chunks.some((chunk) => SECURITY_WORDS.has(chunk.join('')))
}

/** True for a chunk that is legal form or filler where it stands. */
function isSilent(chunks: readonly string[][], index: number): boolean {
  const word = wordAt(chunks, index)
  if (FILLER_WORDS.has(word) || isLegalChunk(chunks[index] ?? [], word)) return true
  const next = wordAt(chunks, index + 1)
  if (word === 'class') return next.length === 1
  if (LEGAL_PHRASES.get(word)?.has(next) === true) return true
  return index > 0 && LEGAL_PHRASES.get(wordAt(chunks, index - 1))?.has(word) === true
}

function isLegalChunk(chunk: readonly string[], word: string): boolean {
  return LEGAL_WORDS.has(word) || chunk.every((piece) => LEGAL_WORDS.has(piece))
}

function wordAt(chunks: readonly string[][], index: number): string {
  const chunk = chunks[index]
  if (chunk === undefined) return ''
  return chunk.length === 1 ? (chunk[0] ?? '') : chunk.join('')
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}
