import { wordsOf } from '../stories/signature.ts'
import { ENGLISH_VERBS, LANGUAGES } from './language-words.ts'

const SCRIPTS: ReadonlyArray<readonly [code: string, letters: RegExp]> = [
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
]
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu
const HANGUL = /\p{Script=Hangul}/gu
const HAN = /\p{Script=Han}/gu
/**
 * Han characters used only in Japan, and words of its markets: they identify a headline without kana. Chinese texts have some in names, and
 * more of their own.
 */
const OF_JAPAN =
  /[円価売営払戻図応対関気歩渋桜沢広鉄団実験駅発経済総転軽県観働込畑枠変増続拠読検権単戦労両収様帰覚処黒浜銭]|株式|株高|株安|自社株|取引|為替|子会社|四半期|東証|利上|利下/gu
/** Han as only China or Taiwan writes them. */
const OF_CHINA =
  /[这们个为产业东车马门问间关发动经营币亿报长张现实际电话说让还远运边达选银钱铁对应开时过进从华场资涨获购财环预将价计议总认变國會學體點與這們個來發經濟營價圓對應關氣實說讓還邊錢鐵總將從當號灣臺數據區圖變續權單戰勞兩處獨檢稅歲聯擴廣團專傳舉擔錄屬黨醫藥壓廳顯驗證讀賣轉輕縣觀]/gu
const LOOKED_AT = 2_000
const SCRIPT_SHARE = 0.3
/** Of letters of East Asia: Japanese and Korean texts have Han as well, headlines almost nothing else; Chinese ones have theirs in names alone. */
const EAST_ASIAN_SHARE = 0.03

const MOST_OF_FLASH = 8

/** The language that a text looks like, as an ISO 639-1 code; null where too little says so. */
export function languageOf(text: string): string | null {
  const beginning = text.slice(0, LOOKED_AT)
  const letters = countOf(beginning, /\p{L}/gu)
  if (letters === 0) return null
  const east = {
    kana: countOf(beginning, KANA),
    hangul: countOf(beginning, HANGUL),
    han: countOf(beginning, HAN),
  }
  if (east.kana + east.hangul + east.han >= letters * SCRIPT_SHARE) {
    const code = eastAsian(east)
    return code === 'zh' && countOf(beginning, OF_JAPAN) > countOf(beginning, OF_CHINA) ? 'ja' : code
  }
  for (const [code, pattern] of SCRIPTS) {
    if (countOf(beginning, pattern) >= letters * SCRIPT_SHARE) return code
  }
  const words = wordsOf(beginning)
  const hits = LANGUAGES.map(([code, known]) => ({
    code,
    count: words.filter((word) => known.has(word)).length,
  })).toSorted((one, other) => other.count - one.count)
  const [first, second] = hits
  if (first === undefined || first.count === 0) return null
  const isClear = first.count > (second?.count ?? 0)
  // One short word is chance: `die` casting, `El` Paso.
  const isSaid = first.count >= 2 || (first.code === 'en' && isFlash(words))
  return isClear && isSaid ? first.code : null
}

/** A flash has little but a name and what it does: `Contoso plunges`, `KKR profit drops`. */
const isFlash = (words: readonly string[]): boolean =>
  words.length <= MOST_OF_FLASH && words.some((word) => ENGLISH_VERBS.has(word))

/**
 * The language of an article that declares none. Han alone may be Chinese or a Japanese headline: when its characters do not decide, an
 * address in Japan or a publisher with a Japanese name does.
 */
export function languageOfArticle(
  text: string,
  { url, source }: { url: string; source: string },
): string | null {
  const code = languageOf(text)
  if (code !== 'zh' || countOf(text.slice(0, LOOKED_AT), OF_CHINA) > 0) return code
  const isOfJapan = URL.parse(url)?.hostname.endsWith('.jp') === true || languageOf(source) === 'ja'
  return isOfJapan ? 'ja' : code
}

function eastAsian({ kana, hangul, han }: { kana: number; hangul: number; han: number }): string {
  const [code, own] = kana > hangul ? ['ja', kana] : ['ko', hangul]
  return own > 0 && own >= EAST_ASIAN_SHARE * (kana + hangul + han) ? code : 'zh'
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** What a language that is not known is called: ISO 639-2 and BCP 47. */
export const UNDETERMINED = 'und'

/** The primary part of a language tag in lower case: `en-US` is `en`. */
export function primaryLanguage(tag: string): string | null {
  const [primary = ''] = tag.trim().toLowerCase().split(/[-_]/)
  return /^[a-z]{2,3}$/.test(primary) ? primary : null
}
