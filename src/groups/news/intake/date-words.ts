import { HOUR_MS, MINUTE_MS } from '../../../kernel/time.ts'

/** Words for the months of a language, January first; abbreviations that are a beginning of the word need no entry. */
const MONTH_WORDS = [
  'january february march april may june july august september october november december',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'jänner feber maerz apr mai jun jul aug sept okt nov dez',
  'jan feb mrz apr mai jun jul aug sep okt nov dez',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'ene feb mar abr may jun jul ago setiembre oct nov dic',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'januari februari mars april maj juni juli augusti september oktober november december',
  'januar februar marts april maj juni juli august september oktober november desember',
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
  'ledna února března dubna května června července srpna září října listopadu prosince',
  'január február március április május június július augusztus szeptember október november december',
  'januar februar márc ápr máj jún júl aug szept okt nov dec',
  'ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık',
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
  'ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου',
  'ιαν φεβ μάρ απρ μάι ιούν ιούλ αύγ σεπ οκτ νοέ δεκ',
  'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta',
] as const
const MIN_ABBREVIATION = 3

/** Letters without accents, in lower case: "Février" and "fevrier" are one word. */
const plainWord = (word: string): string => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Every word and every beginning of one that means one month only; where languages disagree, the earlier line wins. */
const MONTHS: ReadonlyMap<string, number> = (() => {
  const whole = new Map<string, number>()
  const beginnings = new Map<string, number>()
  for (const line of MONTH_WORDS) {
    const words = line.split(' ').map(plainWord)
    words.forEach((word, index) => {
      if (!whole.has(word)) whole.set(word, index + 1)
      for (let length = MIN_ABBREVIATION; length < word.length; length++) {
        const beginning = word.slice(0, length)
        const shared = words.some((other, at) => at !== index && other.startsWith(beginning))
        if (!shared && !beginnings.has(beginning)) beginnings.set(beginning, index + 1)
      }
    })
  }
  return new Map([...beginnings, ...whole])
})()

/** 1 to 12; null where the word is no month. */
export function monthOf(word: string): number | null {
  return MONTHS.get(plainWord(word)) ?? null
}

/** Zones that are a fixed offset, in hours: RFC 822's own first, then the ones that publishers write. */
const FIXED: Readonly<Record<string, number>> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  wet: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  akst: -9,
  akdt: -8,
  hst: -10,
  ast: -4,
  adt: -3,
  nst: -3.5,
  ndt: -2.5,
  brt: -3,
  art: -3,
  bst: 1,
  west: 1,
  cet: 1,
  met: 1,
  mez: 1,
  cest: 2,
  mest: 2,
  mesz: 2,
  eet: 2,
  sast: 2,
  eest: 3,
  msk: 3,
  trt: 3,
  gst: 4,
  pkt: 5,
  ist: 5.5,
  ict: 7,
  wib: 7,
  hkt: 8,
  sgt: 8,
  myt: 8,
  pht: 8,
  awst: 8,
  jst: 9,
  kst: 9,
  acst: 9.5,
  aest: 10,
  acdt: 10.5,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
}
/** Names that stand for summer and winter alike. */
const PLACES: Readonly<Record<string, string>> = {
  et: 'America/New_York',
  ct: 'America/Chicago',
  mt: 'America/Denver',
  pt: 'America/Los_Angeles',
  eastern: 'America/New_York',
  central: 'America/Chicago',
  pacific: 'America/Los_Angeles',
}
const OFFSET = /^([+-])(\d{1,2}):?(\d{2})?(?::\d{2})?$/

export type ZoneRule = { offset: number } | { place: string }

/**
 * The zone that a word or an offset stands for; null where it stands for none. A single letter but Z says nothing: RFC 822 had the signs of the military zones
 * wrong, so RFC 5322 takes them for unknown.
 */
export function zoneRuleOf(word: string): ZoneRule | null {
  const lower = word.toLowerCase()
  const place = PLACES[lower]
  if (place !== undefined) return { place }
  const hours = FIXED[lower]
  if (hours !== undefined) return { offset: hours * HOUR_MS }
  const match = OFFSET.exec(word)
  if (match === null) return null
  const [hour, minute] = [Number(match[2]), Number(match[3] ?? 0)]
  if (hour > 15 || minute > 59) return null
  return { offset: (match[1] === '-' ? -1 : 1) * (hour * HOUR_MS + minute * MINUTE_MS) }
}
