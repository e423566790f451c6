/**
 * One venue, or one source of indices, and every name that files give it. Facts from ISO 10383 (MICs and their
 * segments), the exchanges themselves, and Yahoo's exchange codes and symbol suffixes.
 */
export interface VenueRow {
  /** Canonical MIC; the code itself for sources without one. */
  readonly mic: string
  /** Name shown to people. */
  readonly exchange: string
  /** ISO 3166-1 alpha-2; null where there is no single country. */
  readonly country: string | null
  readonly timezone: string
  /** Calendar the venue follows where it has none of its own; null when none here fits. */
  readonly follows: string | null
  /** Yahoo suffixes of the venue's symbols, the usual one first, separated by spaces; empty where there is none. */
  readonly suffixes: string
  /** Further names in upper-case letters and digits only, separated by spaces: segment MICs, vendor codes, names. */
  readonly aliases: string
}

type Place = Pick<VenueRow, 'country' | 'timezone' | 'follows'>

const US: Place = { country: 'US', timezone: 'America/New_York', follows: 'XNYS' }
const NASDAQ_INDEX: Place = { country: 'US', timezone: 'America/New_York', follows: 'XNAS' }
const CA: Place = { country: 'CA', timezone: 'America/Toronto', follows: 'XTSE' }
const GB: Place = { country: 'GB', timezone: 'Europe/London', follows: 'XLON' }
/** The regional floors keep Xetra's days; their hours are longer (about 08:00 to 20:00 or 22:00). */
const DE: Place = { country: 'DE', timezone: 'Europe/Berlin', follows: 'XETR' }
const JP: Place = { country: 'JP', timezone: 'Asia/Tokyo', follows: 'XTKS' }
const IT: Place = { country: 'IT', timezone: 'Europe/Rome', follows: null }
const SE: Place = { country: 'SE', timezone: 'Europe/Stockholm', follows: 'XSTO' }
const CH: Place = { country: 'CH', timezone: 'Europe/Zurich', follows: null }
const CN: Place = { country: 'CN', timezone: 'Asia/Shanghai', follows: null }
const IN: Place = { country: 'IN', timezone: 'Asia/Kolkata', follows: null }
const KR: Place = { country: 'KR', timezone: 'Asia/Seoul', follows: 'XKRX' }
const TW: Place = { country: 'TW', timezone: 'Asia/Taipei', follows: null }

/** A place with one venue in the table. */
function place(country: string, timezone: string): Place {
  return { country, timezone, follows: null }
}

function venue(
  mic: string,
  exchange: string,
  at: Place,
  names: { suffixes: string; aliases: string },
): VenueRow {
  return { mic, exchange, ...at, ...names }
}

/** To add a venue or a further name for one: a line here; a name may belong to one venue only. */
export const VENUES: readonly VenueRow[] = [
  // United States.
  venue('XNAS', 'NASDAQ', US, {
    suffixes: '',
    aliases:
      'NMS NGM NCM XNGS XNMS XNCM XNIM NASDAQGS NASDAQGM NASDAQCM NASDAQGLOBALSELECT NASDAQGLOBALMARKET NASDAQCAPITALMARKET',
  }),
  venue('XNYS', 'NYSE', US, { suffixes: '', aliases: 'NYQ NYS NEWYORKSTOCKEXCHANGE' }),
  venue('ARCX', 'NYSE Arca', US, { suffixes: '', aliases: 'PCX ARCA' }),
  venue('XASE', 'NYSE American', US, { suffixes: '', aliases: 'ASE AMEX NYSEMKT NYSEAMEX' }),
  venue('BATS', 'Cboe BZX', US, { suffixes: '', aliases: 'BTS BZX CBOE CBOEUS' }),
  venue('IEXG', 'IEX', US, { suffixes: '', aliases: 'IEX' }),
  venue('OTCM', 'OTC Markets', US, {
    suffixes: '',
    aliases:
      'PNK OQX OQB OEM OID NAE OTC PINX OTCQ OTCB PSGM OTCPK OTCMARKETSOTCPK OTCMARKETSOTCQX OTCMARKETSOTCQB OTHEROTC',
  }),
  // Canada, Latin America.
  venue('XTSE', 'TSX', CA, { suffixes: '.TO', aliases: 'TOR TORONTO' }),
  venue('XTSX', 'TSX Venture', CA, { suffixes: '.V', aliases: 'VAN TSXV' }),
  venue('XCNQ', 'CSE Canada', CA, { suffixes: '.CN', aliases: 'CNQ' }),
  venue('NEOE', 'Cboe Canada', CA, { suffixes: '.NE', aliases: 'NEO' }),
  venue('XMEX', 'BMV', place('MX', 'America/Mexico_City'), { suffixes: '.MX', aliases: 'MEX MEXICO' }),
  venue('BVMF', 'B3', place('BR', 'America/Sao_Paulo'), { suffixes: '.SA', aliases: 'SAO XBSP SAOPAULO' }),
  venue('XBUE', 'BYMA', place('AR', 'America/Argentina/Buenos_Aires'), {
    suffixes: '.BA',
    aliases: 'BUE BUENOSAIRES',
  }),
  venue('XSGO', 'Santiago', place('CL', 'America/Santiago'), { suffixes: '.SN', aliases: 'SGO' }),
  venue('BVCA', 'Caracas', place('VE', 'America/Caracas'), { suffixes: '.CR', aliases: 'CCS' }),
  // United Kingdom, Ireland.
  venue('XLON', 'LSE', GB, {
    suffixes: '.L .IL',
    aliases: 'IOB LON LONDON LONDONSTOCKEXCHANGE INTERNATIONALORDERBOOKLONDON AIMX XLOM',
  }),
  venue('AQXE', 'Aquis', GB, { suffixes: '.AQ', aliases: 'AQS' }),
  venue('CHIX', 'Cboe UK', GB, { suffixes: '.XC', aliases: 'CXE' }),
  venue('XDUB', 'Euronext Dublin', place('IE', 'Europe/Dublin'), {
    suffixes: '.IR',
    aliases: 'ISE DUBLIN XESM XMSM',
  }),
  // Germany, Austria, Switzerland.
  venue('XETR', 'XETRA', DE, { suffixes: '.DE', aliases: 'GER XETA XETB' }),
  venue('XFRA', 'Frankfurt', DE, { suffixes: '.F', aliases: 'FRA FRAA FRAB' }),
  venue('XSTU', 'Stuttgart', DE, { suffixes: '.SG', aliases: 'STU' }),
  venue('XMUN', 'Munich', DE, { suffixes: '.MU', aliases: 'MUN' }),
  venue('XBER', 'Berlin', DE, { suffixes: '.BE', aliases: 'BER' }),
  venue('XDUS', 'Düsseldorf', DE, { suffixes: '.DU', aliases: 'DUS' }),
  venue('XHAM', 'Hamburg', DE, { suffixes: '.HM', aliases: 'HAM' }),
  venue('XHAN', 'Hanover', DE, { suffixes: '.HA', aliases: 'HAN' }),
  venue('XWBO', 'Vienna', place('AT', 'Europe/Vienna'), { suffixes: '.VI', aliases: 'VIE' }),
  venue('XSWX', 'SIX', CH, { suffixes: '.SW .VX', aliases: 'EBS ZRH XVTX SWISS' }),
  // Euronext and southern Europe.
  venue('XPAR', 'Euronext Paris', place('FR', 'Europe/Paris'), {
    suffixes: '.PA',
    aliases: 'PAR PARIS ALXP XMLI',
  }),
  venue('XAMS', 'Euronext Amsterdam', place('NL', 'Europe/Amsterdam'), {
    suffixes: '.AS',
    aliases: 'AMS AMSTERDAM ALXA',
  }),
  venue('XBRU', 'Euronext Brussels', place('BE', 'Europe/Brussels'), {
    suffixes: '.BR',
    aliases: 'BRU BRUSSELS ALXB MLXB',
  }),
  venue('XLIS', 'Euronext Lisbon', place('PT', 'Europe/Lisbon'), {
    suffixes: '.LS',
    aliases: 'LIS LISBON ALXL ENXL',
  }),
  venue('XMIL', 'Euronext Milan', IT, { suffixes: '.MI', aliases: 'MIL MILAN MTAA ETFP EXGM' }),
  venue('ETLX', 'EuroTLX', IT, { suffixes: '.TI', aliases: 'TLO' }),
  venue('XMAD', 'BME Madrid', place('ES', 'Europe/Madrid'), {
    suffixes: '.MC',
    aliases: 'MCE MADRID BMEX XMCE MABX',
  }),
  venue('ASEX', 'Athens', place('GR', 'Europe/Athens'), { suffixes: '.AT', aliases: 'ATH XATH' }),
  // Nordics, Baltics.
  venue('XSTO', 'Nasdaq Stockholm', SE, { suffixes: '.ST', aliases: 'STO STOCKHOLM FNSE' }),
  venue('XSAT', 'Spotlight', SE, { suffixes: '.ST', aliases: 'SAT' }),
  venue('XCSE', 'Nasdaq Copenhagen', place('DK', 'Europe/Copenhagen'), {
    suffixes: '.CO',
    aliases: 'CPH COPENHAGEN FNDK',
  }),
  venue('XHEL', 'Nasdaq Helsinki', place('FI', 'Europe/Helsinki'), {
    suffixes: '.HE',
    aliases: 'HEL HELSINKI FNFI',
  }),
  venue('XICE', 'Nasdaq Iceland', place('IS', 'Atlantic/Reykjavik'), {
    suffixes: '.IC',
    aliases: 'ICE FNIS',
  }),
  venue('XOSL', 'Oslo Børs', place('NO', 'Europe/Oslo'), { suffixes: '.OL', aliases: 'OSL OSLO XOAS MERK' }),
  venue('XTAL', 'Nasdaq Tallinn', place('EE', 'Europe/Tallinn'), { suffixes: '.TL', aliases: 'TAL' }),
  venue('XRIS', 'Nasdaq Riga', place('LV', 'Europe/Riga'), { suffixes: '.RG', aliases: 'RIS' }),
  venue('XLIT', 'Nasdaq Vilnius', place('LT', 'Europe/Vilnius'), { suffixes: '.VS', aliases: 'LIT' }),
  // Eastern Europe, Turkey, Middle East, Africa.
  venue('XWAR', 'Warsaw', place('PL', 'Europe/Warsaw'), { suffixes: '.WA', aliases: 'WSE' }),
  venue('XPRA', 'Prague', place('CZ', 'Europe/Prague'), { suffixes: '.PR', aliases: 'PRA' }),
  venue('XBUD', 'Budapest', place('HU', 'Europe/Budapest'), { suffixes: '.BD', aliases: 'BUD' }),
  venue('XBSE', 'Bucharest', place('RO', 'Europe/Bucharest'), { suffixes: '.RO', aliases: 'BVB' }),
  venue('MISX', 'Moscow', place('RU', 'Europe/Moscow'), { suffixes: '.ME', aliases: 'MCX MOEX' }),
  venue('XIST', 'Borsa Istanbul', place('TR', 'Europe/Istanbul'), {
    suffixes: '.IS',
    aliases: 'IST ISTANBUL',
  }),
  venue('XTAE', 'Tel Aviv', place('IL', 'Asia/Jerusalem'), { suffixes: '.TA', aliases: 'TLV TASE' }),
  venue('XSAU', 'Tadawul', place('SA', 'Asia/Riyadh'), { suffixes: '.SR', aliases: 'SAU SAUDI' }),
  venue('DSMD', 'Qatar', place('QA', 'Asia/Qatar'), { suffixes: '.QA', aliases: 'DOH' }),
  venue('XCAI', 'Cairo', place('EG', 'Africa/Cairo'), { suffixes: '.CA', aliases: 'CAI' }),
  venue('XJSE', 'JSE', place('ZA', 'Africa/Johannesburg'), {
    suffixes: '.JO',
    aliases: 'JNB JOHANNESBURG ALTX',
  }),
  // Japan, China, Hong Kong.
  venue('XTKS', 'TSE', JP, { suffixes: '.T', aliases: 'JPX XJPX TYO TOKYO TOKYOSTOCKEXCHANGE' }),
  venue('XFKA', 'Fukuoka', JP, { suffixes: '.F', aliases: 'FKA' }),
  venue('XSAP', 'Sapporo', JP, { suffixes: '.S', aliases: 'SAP' }),
  venue('XHKG', 'HKEX', place('HK', 'Asia/Hong_Kong'), {
    suffixes: '.HK',
    aliases: 'HKG HKSE SEHK HONGKONG XGEM',
  }),
  venue('XSHG', 'Shanghai', CN, { suffixes: '.SS', aliases: 'SHH SSE' }),
  venue('XSHE', 'Shenzhen', CN, { suffixes: '.SZ', aliases: 'SHZ SZSE' }),
  // Rest of Asia and the Pacific.
  venue('XKRX', 'KRX', KR, { suffixes: '.KS', aliases: 'KSC KOSPI KSE' }),
  venue('XKOS', 'KOSDAQ', KR, { suffixes: '.KQ', aliases: 'KOE' }),
  venue('XTAI', 'TWSE', TW, { suffixes: '.TW', aliases: 'TAI TAIWAN' }),
  venue('ROCO', 'TPEx', TW, { suffixes: '.TWO', aliases: 'TWO' }),
  venue('XNSE', 'NSE', IN, { suffixes: '.NS', aliases: 'NSI' }),
  venue('XBOM', 'BSE', IN, { suffixes: '.BO', aliases: 'BOMBAY' }),
  venue('XCOL', 'Colombo', place('LK', 'Asia/Colombo'), { suffixes: '.CM', aliases: 'CSE' }),
  venue('XBKK', 'SET', place('TH', 'Asia/Bangkok'), { suffixes: '.BK', aliases: 'XMAI THAILAND BANGKOK' }),
  venue('XSES', 'SGX', place('SG', 'Asia/Singapore'), { suffixes: '.SI', aliases: 'SES SINGAPORE XSCA' }),
  venue('XKLS', 'Bursa Malaysia', place('MY', 'Asia/Kuala_Lumpur'), { suffixes: '.KL', aliases: 'KLS KLSE' }),
  venue('XIDX', 'IDX', place('ID', 'Asia/Jakarta'), { suffixes: '.JK', aliases: 'JKT JAKARTA' }),
  venue('XPHS', 'PSE', place('PH', 'Asia/Manila'), { suffixes: '.PS', aliases: 'PHS' }),
  venue('XASX', 'ASX', place('AU', 'Australia/Sydney'), { suffixes: '.AX', aliases: 'SYDNEY' }),
  venue(
    'CHIA',
    'Cboe Australia',
    { country: 'AU', timezone: 'Australia/Sydney', follows: 'XASX' },
    { suffixes: '.XA', aliases: 'CXA' },
  ),
  venue('XNZE', 'NZX', place('NZ', 'Pacific/Auckland'), { suffixes: '.NZ', aliases: 'NZE' }),
  // Sources of indices without a MIC.
  venue('SNP', 'S&P Indices', US, { suffixes: '', aliases: '' }),
  venue('DJI', 'Dow Jones Indices', US, { suffixes: '', aliases: '' }),
  venue('NIM', 'Nasdaq Indices', NASDAQ_INDEX, { suffixes: '', aliases: 'NASDAQGIDS' }),
  venue('WCB', 'Cboe Indices', US, {
    suffixes: '',
    aliases: 'CHICAGOOPTIONS CHICAGOBOARDOPTIONSEXCHANGE CBOEINDICES',
  }),
  venue('NYB', 'ICE US Indices', US, { suffixes: '.NYB', aliases: 'ICEFUTURES' }),
  venue('OPI', 'MIAX Indices', US, { suffixes: '', aliases: '' }),
  venue('TSI', 'S&P/TSX Indices', CA, { suffixes: '.TS', aliases: '' }),
  venue('FGI', 'FTSE Global Indices', GB, { suffixes: '.FGI', aliases: 'FTSEINDEX' }),
  venue('FSI', 'FTSE UK Indices', GB, { suffixes: '.L', aliases: '' }),
  venue(
    'ENX',
    'Euronext Indices',
    { country: null, timezone: 'Europe/Paris', follows: 'XPAR' },
    { suffixes: '.NX', aliases: '' },
  ),
  venue('OSA', 'Nikkei Indices', JP, { suffixes: '.OS', aliases: 'OSAKA' }),
  // Crypto assets.
  venue(
    'CCC',
    'CCC',
    { country: null, timezone: 'UTC', follows: null },
    { suffixes: '', aliases: 'CRYPTO CRYPTOCURRENCY' },
  ),
]
