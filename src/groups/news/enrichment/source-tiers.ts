import type { RoutingTier } from '../../../market/vocabulary.ts'
import type { IncomingArticle } from '../../../ports/article-source.ts'

/** Publishers whose tier is public knowledge, in lower case; an operator's word (feeds file, PATCH) stands above. */
const KNOWN: Readonly<Record<Exclude<RoutingTier, 'TIER_4'>, readonly string[]>> = {
  TIER_1: [
    'sec',
    'sec edgar',
    'u.s. securities and exchange commission',
    'securities and exchange commission',
    'federal reserve',
    'federal reserve board',
    'european central bank',
    'ecb',
    'bank of england',
    'bank of japan',
    'fda',
    'u.s. food and drug administration',
    'financial conduct authority',
    'esma',
    'nasdaq trader',
    'nyse',
    'business wire',
    'businesswire',
    'pr newswire',
    'prnewswire',
    'globenewswire',
    'accesswire',
    'rns',
    'regulatory news service',
    'eqs news',
    'u.s. department of justice',
    'u.s. treasury',
    'bureau of labor statistics',
  ],
  TIER_2: [
    'reuters',
    'thomson reuters',
    'bloomberg',
    'bloomberg news',
    'associated press',
    'ap',
    'ap news',
    'afp',
    'agence france-presse',
    'dow jones',
    'dow jones newswires',
    'dpa',
    'dpa-afx',
    'kyodo',
    'kyodo news',
    'xinhua',
    'pti',
    'ians',
    'mt newswires',
    'rtt news',
    'rttnews',
  ],
  TIER_3: [
    'wall street journal',
    'the wall street journal',
    'wsj',
    'wsj.com',
    'financial times',
    'ft',
    'cnbc',
    'cnn',
    'cnn business',
    'cnn money',
    'cnnmoney',
    'marketwatch',
    "barron's",
    'barrons',
    "investor's business daily",
    'forbes',
    'fortune',
    'the economist',
    'new york times',
    'the new york times',
    'washington post',
    'the guardian',
    'bbc',
    'bbc news',
    'bbc business',
    'handelsblatt',
    'les echos',
    'nikkei',
    'nikkei asia',
    'economic times',
    'the economic times',
    'business standard',
    'mint',
    'business insider',
    'the street',
    'thestreet',
    'morningstar',
    'nasdaq',
    's&p global',
    's&p global market intelligence',
    'yahoo finance',
    'axios',
    'techcrunch',
  ],
}

const TIERS: ReadonlyMap<string, RoutingTier> = new Map(
  Object.entries(KNOWN).flatMap(([tier, names]) => names.map((name) => [name, tier as RoutingTier] as const)),
)

/** The tier of a publisher that is known by its name; TIER_4 for any other. */
export function knownTier(source: string): RoutingTier {
  return TIERS.get(source.trim().toLowerCase()) ?? 'TIER_4'
}

const OFFICIAL_HOSTS =
  /^https?:\/\/(?:[a-z0-9-]+\.)*(?:sec\.gov|federalreserve\.gov|ecb\.europa\.eu|bankofengland\.co\.uk|fda\.gov|justice\.gov)(?:[/:?#]|$)/i
/** A filing, named by its form. */
const FORM =
  /(?:^|\b(?:files?|filed|files its|form|sec form)\s+)(?:10-[kq]|8-k|20-f|6-k|40-f|s-1|424b\d?|13[dgf]|def 14a|schedule 13[dg])(?:\/a)?\b/i
/** The beginning of a release from any publisher: the agency that distributes it for the issuer, after the dateline. */
const RELEASE =
  /^.{0,200}?(?:\(|\/|\[)\s*(?:business\s?wire|pr\s?newswire|globe\s?newswire|accesswire|eqs|rns)\s*(?:\)|\/|\]|--)/is

/** A filing, or an official release word for word, from any publisher: such an article is TIER_1. */
export function isOfficial(
  { headline, url }: Pick<IncomingArticle, 'headline' | 'url'>,
  body: string,
): boolean {
  return OFFICIAL_HOSTS.test(url) || FORM.test(headline) || RELEASE.test(body.slice(0, 400))
}
