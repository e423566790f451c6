/** Officially assigned codes of ISO 3166-1, and XK, which is in use for Kosovo. */
const CODES = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH ' +
  'CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP ' +
  'GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR ' +
  'LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF ' +
  'PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ ' +
  'TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ')

/** Names in use beside the English ones of Unicode. */
const OTHER_NAMES: ReadonlyArray<readonly [name: string, code: string]> = [
  ['hong kong', 'HK'],
  ['macau', 'MO'],
  ['czech republic', 'CZ'],
  ['turkey', 'TR'],
  ['korea', 'KR'],
  ['republic of korea', 'KR'],
  ['russian federation', 'RU'],
  ['viet nam', 'VN'],
  ['ivory coast', 'CI'],
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
]

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...CODES.flatMap((code): Array<[string, string]> => {
    const names = new Intl.DisplayNames('en', { type: 'region' })
    return [
      [code.toLowerCase(), code],
      [plain(names.of(code) ?? code), code],
    ]
  }),
  ...OTHER_NAMES,
])

/** As it is compared: lower case, without accents, `and` in the place of `&`. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('&', 'and')
    .replaceAll('’', "'")
    .trim()
    .toLowerCase()
}

/** ISO 3166-1 alpha-2 of a country that a source writes by its code or its English name; null for anything else. */
export function countryCode(text: string | null): string | null {
  return text === null ? null : (BY_NAME.get(plain(text)) ?? null)
}
