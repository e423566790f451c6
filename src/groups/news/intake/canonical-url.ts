import { singleLine } from './plain-text.ts'

const MAX_LENGTH = 2_048
/** Parameters that say where the reader came from, by name. */
const TRACKING = new Set(
  (
    'fbclid gclid gclsrc dclid wbraid gbraid msclkid yclid twclid ttclid igshid mc_cid mc_eid mkt_tok cmpid cmp cid_source ncid icid ito ocid smid ' +
    'sref .tsrc tsrc guccounter guce_referrer guce_referrer_sig feedtype feedname soc_src soc_trk taid trk trkinfo ' +
    'share shared_via s_cid s_kwcid source_feed rss _hsenc _hsmi hsctatracking oly_enc_id oly_anon_id vero_id rss_id ' +
    'spm xtor wt.mc_id wt_mc dicbo partnerref'
  ).split(' '),
)
const TRACKING_PREFIXES = ['utm_', 'utm-', 'ns_', 'pk_', 'mtm_', 'matomo_', 'hsa_', 'at_', 'itm_', 'ga_']
/** Parameters that track only with such a value: alone, they may name the article. */
const TRACKING_VALUES: ReadonlyMap<string, RegExp> = new Map([
  ['mod', /rss|newsviewer|feed|home|latest|breaking|mktw|djem|hp_|searchresults|article_inline/i],
  ['siteid', /rss|yhoo|feed/i],
  ['ref', /rss|feed|twitter|twtr|facebook|linkedin|home|newsletter|^yfp$|^news$|google|share/i],
  ['source', /rss|feed|twitter|facebook|linkedin|yahoo|newsletter|email|social/i],
  ['src', /rss|feed|twitter|facebook|yahoo|newsletter|social/i],
  ['from', /rss|feed|twitter|facebook|newsletter/i],
  ['partner', /rss|feed|yahoo|google|msn/i],
  ['ftag', /./],
  ['output', /^amp$|^rss$/i],
  ['outputtype', /^amp$/i],
  ['amp', /^(?:1|true|)$/i],
  ['format', /^amp$/i],
])
/** Hosts of the same page for other screens. */
const VARIANT_HOST = /^(?:www\d?|m|mobile|amp|edition)\.(?=[^.]+\.)/
const AMP_PATH = /(?:\/amp(?=\/?$)|\.amp(?=\.html?$|$))/i
const INDEX_PATH = /\/(?:index|default)\.(?:html?|php|aspx?)$/i
const ESCAPE = /%([0-9a-f]{2})/gi
const UNRESERVED = /[\w.~-]/

/**
 * One spelling for the addresses of one page, for finding duplicates: a key, not a link to follow. Null for anything but http and https.
 * The scheme is https;
 * `www.`, `m.`, `mobile.`, `amp.`, default ports, user names, fragments (but `#!` and `#/` routes), AMP suffixes, index pages,
 * trailing slashes and tracking parameters are left out; parameters are sorted. Idempotent.
 */
export function canonicalUrl(url: string): string | null {
  const trimmed = url.trim()
  if (trimmed.length > MAX_LENGTH || !/^https?:/i.test(trimmed)) return null
  const parsed = URL.parse(trimmed)
  if (parsed === null || parsed.hostname === '') return null
  const host = hostOf(parsed.hostname)
  const port = parsed.port === '' || parsed.port === '443' || parsed.port === '80' ? '' : `:${parsed.port}`
  const query = queryOf(parsed.search)
  const route = /^#[!/]./.test(parsed.hash) ? parsed.hash : ''
  const path = pathOf(parsed.pathname)
  return `https://${host}${port}${path}${query === '' ? '' : `?${query}`}${route}`
}

function hostOf(hostname: string): string {
  let host = hostname.replace(/\.+$/, '')
  for (let shorter = host.replace(VARIANT_HOST, ''); shorter !== host;) {
    host = shorter
    shorter = host.replace(VARIANT_HOST, '')
  }
  return host
}

/** Each rule may uncover another (`/amp/index.html`), so they are applied until nothing changes: each time it is shorter. */
function pathOf(pathname: string): string {
  let path = pathname.replace(ESCAPE, spelled)
  for (let before = ''; before !== path;) {
    before = path
    path = path.replace(AMP_PATH, '').replace(INDEX_PATH, '').replace(/\/+$/, '')
  }
  return path === '' ? '/' : path
}

/** Escapes in one spelling: needless ones undone, the others in capitals. */
function spelled(escape: string, code: string): string {
  const character = String.fromCharCode(Number.parseInt(code, 16))
  return UNRESERVED.test(character) ? character : escape.toUpperCase()
}

function queryOf(search: string): string {
  const parts = search
    .slice(1)
    .replace(ESCAPE, spelled)
    .split('&')
    .filter((part) => part !== '' && part !== '=' && !isTracking(part))
  return [...new Set(parts)].toSorted(compare).join('&')
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function isTracking(part: string): boolean {
  const equals = part.indexOf('=')
  const name = (equals === -1 ? part : part.slice(0, equals)).toLowerCase()
  const value = equals === -1 ? '' : part.slice(equals + 1)
  if (TRACKING.has(name) || TRACKING_PREFIXES.some((each) => name.startsWith(each))) return true
  return TRACKING_VALUES.get(name)?.test(value) ?? false
}

/** What changes a figure or a name: signs before digits, currencies, percent, `&` and `+` in names. */
const KEPT = /[^\p{L}\p{M}\p{N}%&+$€£¥₹.,-]+/gu
const LOOSE_MARK = /[.,](?!\d)|(?<!\d)[.,]|(?<=[\p{L}\p{N}])-|-(?!\d)/gu

/**
 * What two copies of a headline have in common: letters in one case and width, punctuation and blanks collapsed, without the publication behind it. Figures and their signs stay, so "up 5%" and "down -5%" differ. The publication (`source`)
 * is part of the key: other publications' stories under the same title are not duplicates. Empty for a headline without letters or digits.
 */
export function titleKey(headline: string, source: string | null): string {
  const title = keyOf(headline)
  return title === '' ? '' : `${title}|${source === null ? '' : keyOf(source)}`
}

function keyOf(text: string): string {
  const folded = singleLine(text.slice(0, 2_000))
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
  const words = folded
    .replace(/['’‘`´"“”]/g, '')
    .replaceAll(KEPT, ' ')
    .replaceAll(LOOSE_MARK, ' ')
  const key = words.replace(/\s+(?=%|\s|$)/g, '').trim()
  return /[\p{L}\p{N}]/u.test(key) ? key : ''
}
