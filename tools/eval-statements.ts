import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import papa from 'papaparse'
import { toReports } from '../src/adapters/files/companyfacts/reports.ts'
import { formatDay } from '../src/kernel/time.ts'
import { realData } from '../tests/support/real-data.ts'

/**
 * `npm run eval:statements [--all]` reads the filers of edgar/fsds-2010q1 with the product's own reader and compares each
 * field with the lines that their annual reports print. The truth is told by the printed labels, never by our lists of
 * tags; a line under a tag of the filer's own has no value in companyfacts, so what it is a part of cannot be had.
 */
interface Line {
  stmt: string
  report: number
  line: number
  tag: string
  plabel: string
}

interface Entry {
  start?: string
  end: string
  val: number
  accn: string
}

interface Field {
  stmt: string
  /** Lines that belong to the field. */
  core: RegExp
  /** Lines that some count and some do not. */
  maybe?: RegExp
  not?: RegExp
  /** A printed total of the lines before it. */
  total?: RegExp
  /** A part of the statement: from the line with the first tag up to the one with the second. */
  between?: readonly [RegExp, RegExp]
  unit?: string
  /** A tag of another statement that prints the same. */
  elsewhere?: string
  /** Several lines add up; else the first is the line. */
  sum?: boolean
}

const LIABILITIES = [/^Assets$/, /^LiabilitiesAndS/] as const

const FIELDS: Readonly<Record<string, Field>> = {
  revenue: {
    stmt: 'IS',
    core: /^(total |net |operating |consolidated |sales and |other )*(revenues?|sales)\b|revenues?(, (net|total))?$|^net sales|net revenues?$/i,
    not: /cost|expense|tax|percent|noninterest|related part|leas|advisory|investment bank|affiliated|excess|gain|less|before|from|divid|interest|PerShare/i,
    total:
      /^(total|net|operating|consolidated).*(revenue|sales)|revenues?, total|AggregateRevenue|^Revenues$/i,
  },
  grossProfit: { stmt: 'IS', core: /^gross (profit|margin)|^GrossProfit$/i, not: /percent|%/i },
  operatingIncome: { stmt: 'IS', core: /^OperatingIncomeLoss$/ },
  netIncome: { stmt: 'IS', core: /^NetIncomeLoss$/ },
  epsDiluted: {
    stmt: 'IS',
    core: /^EarningsPerShare(Diluted|BasicAndDiluted)$|UnitDiluted$/,
    unit: 'USD/shares',
  },
  operatingCashFlow: {
    stmt: 'CF',
    core: /^NetCashProvidedByUsedInOperatingActivities(ContinuingOperations)?$/,
    total: /^NetCashProvidedByUsedInOperatingActivities$/,
  },
  capex: {
    stmt: 'CF',
    sum: true,
    core: /^PaymentsToAcquireOilAndGasProperty$|real estate investments|rig acq|capital (expenditure|addition|investment|expended|spending)|(purchase|addition|acquisition|expenditure|payment|invest)\w* (of|to|in|for|made for).*(propert|plant|equipment|premises|tools|buildings|fixed assets|real estate|oil and gas)|PaymentsToAcquire(Other)?(PropertyPlantAndEquipment|ProductiveAssets)|construction expend|exploration and develop|property.*expenditures|^PaymentsToExploreAndDevelop|construction in process/i,
    maybe:
      /software|leased|lease$|rental|intangible|mineral|real estate|land|investments|improvements|nuclear fuel|acquisition of|instruments|technology|construction|deposits/i,
    not: /proceeds|business|securit|accrued|not yet paid|payable|noncash|non-cash|capital lease|under lease|fixed assets acquired|reimburse|sale|disposal|financ|loss|impair|liabilit|insurance|^deferred|affiliate|write|cash acquired|intellectual|receivable/i,
  },
  totalAssets: { stmt: 'BS', core: /^Assets$/ },
  totalLiabilities: { stmt: 'BS', core: /^Liabilities$/ },
  totalEquity: { stmt: 'BS', core: /^(StockholdersEquity|PartnersCapital|MembersEquity)$/ },
  cashAndEquivalents: {
    stmt: 'BS',
    // Banks print cash and due from banks, and what their cash flows end with elsewhere.
    elsewhere: 'CashAndCashEquivalentsAtCarryingValue',
    core: /^cash\b(?!.*(restricted|deposited|segregated|surrender|collateral))/i,
    not: /restricted|surrender|collateral|segregat/i,
  },
  totalDebt: {
    stmt: 'BS',
    sum: true,
    between: LIABILITIES,
    core: /\bdebt\b|capital lease|borrowing|(notes?|loans?|bonds?|mortgages?) (and \w+ )?payable|notes|commercial paper|lines? of credit|credit facilit|revolv|debenture|mortgage|term loan|bonds|^long-term obligations|obligations.*maturities|current portion of other long-term obligations|DebtCurrent$|non-?recourse/i,
    maybe:
      /lease|affiliate|related part|federal funds|repurchase|trust preferred|capital debt|federal home loan|subordinated|securitization|deposits|installment|financial services|short-term borrowings.*repurchase/i,
    not: /receivable|accounts payable|deferred|accrued|interest|tax|pension|retirement(?! of)|postretirement|postemployment|lending|held for sale|collateral|fair value|premium|total (current |non-?current )?liab|reserve|policy|AccountsPayable|OtherLiabilities|^discount|stock|^principal|excluding|except/i,
    total: /^total\b|^(TotalBorrowedFunds|LongTermDebtNoncurrent|LongTermDebtAndCapitalLeaseObligations)$/i,
  },
}

interface Printed {
  tag: string
  value: number | null
  maybe: boolean
}

type Verdict = 'equal' | 'null' | 'contradicting' | 'unobtainable' | 'part'

/** The bars; the command fails below them. */
const EQUAL = 0.98
const WRONG = 0.003

const root = realData('edgar', 'fsds-2010q1')
if (existsSync(root)) evaluate(process.argv.includes('--all'))
else console.log(`SKIPPED: no real data at ${root}`)

function evaluate(all: boolean): void {
  const faces = Map.groupBy(rowsOf('faces.csv.gz'), (row) => row['adsh'] ?? '')
  const counts = new Map(Object.keys(FIELDS).map((field) => [field, new Map<Verdict, number>()]))
  for (const filer of rowsOf('filers.csv')) {
    const { cik = '', adsh = '', period = '', name } = filer
    const document = JSON.parse(unpack(`${cik}.json.gz`)) as Record<string, any>
    const file = toReports(publicUntil(document, filer['filed'] ?? ''))
    const lines = (faces.get(adsh) ?? []).map((row): Line => ({
      stmt: row['stmt'] ?? '',
      report: Number(row['report']),
      line: Number(row['line']),
      tag: row['tag'] ?? '',
      plabel: row['plabel'] ?? '',
    }))
    for (const year of [0, -1]) {
      const month = `${Number(period.slice(0, 4)) + year}-${period.slice(4, 6)}`
      for (const [name_, field] of Object.entries(FIELDS)) {
        const periods = field.stmt === 'BS' ? file?.reports.balances : file?.reports.annual
        const ours = (periods?.find(({ end }) => formatDay(end).startsWith(month)) ?? {}) as Record<
          string,
          number
        >
        const value = ours[name_] ?? null
        const printed = printedLines(lines, field, (tag) => valueOf(document, { tag, adsh, month, field }))
        const { elsewhere } = field
        const other =
          elsewhere === undefined ? undefined : valueOf(document, { tag: elsewhere, adsh, month, field })
        const verdict = value !== null && value === other ? 'equal' : judge(printed, field, value)
        if (verdict === null) continue
        const count = counts.get(name_)!
        count.set(verdict, (count.get(verdict) ?? 0) + 1)
        if (all ? verdict !== 'equal' : verdict === 'contradicting')
          console.log(
            `${verdict} ${name_} ${month} ${cik} ${name}: ${value}, printed ${JSON.stringify(printed.map((p) => [p.tag, p.value, p.maybe ? 'maybe' : '']))}`,
          )
      }
    }
  }
  report(counts)
}

/** The document as it was when the annual report was filed: later filings restate what that prints. */
function publicUntil(document: Record<string, any>, filed: string): unknown {
  const day = `${filed.slice(0, 4)}-${filed.slice(4, 6)}-${filed.slice(6, 8)}`
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) =>
    Array.isArray(value) ? value.filter((entry: { filed: string }) => entry.filed <= day) : value,
  )
}

function report(counts: ReadonlyMap<string, ReadonlyMap<Verdict, number>>): void {
  console.log('field                equal    null  contradicting | not in the document: null  a part of it')
  const totals = new Map<Verdict, number>()
  for (const [name, count] of [...counts, ['all', totals] as const]) {
    const of = (verdict: Verdict): number => count.get(verdict) ?? 0
    const base = of('equal') + of('null') + of('contradicting')
    console.log(
      `${name.padEnd(18)} ${`${of('equal')}/${base}`.padStart(9)} ${String(of('null')).padStart(5)} ${String(of('contradicting')).padStart(8)}        | ${String(of('unobtainable')).padStart(6)} ${String(of('part')).padStart(6)}   ${((100 * of('equal')) / base).toFixed(1)} %`,
    )
    if (name === 'all' && (of('equal') < EQUAL * base || of('contradicting') > WRONG * base)) {
      console.log(`The bars are ${EQUAL} equal and at most ${WRONG} contradicting.`)
      process.exitCode = 1
    }
    if (name === 'all') continue
    for (const [verdict, times] of count) totals.set(verdict, (totals.get(verdict) ?? 0) + times)
  }
}

/** The lines of a field on the first report of its statement that has any; parts before a printed total left out. */
function printedLines(
  lines: readonly Line[],
  field: Field,
  value: (tag: string) => number | null | undefined,
): Printed[] {
  const { stmt, core, maybe, not, between, total } = field
  const reports = Map.groupBy(
    lines.filter((line) => line.stmt === stmt),
    ({ report: each }) => each,
  )
  for (const statement of reports.values()) {
    const printed: Printed[] = []
    let inside = between === undefined
    for (const { tag, plabel } of statement.toSorted((a, b) => a.line - b.line)) {
      if (between?.[0].test(tag) === true) inside = true
      else if (between?.[1].test(tag) === true) inside = false
      if (!inside) continue
      const label = plabel.replaceAll(/\([^)]*\)?/g, '').trim()
      const matches = core.test(tag) || core.test(label)
      if (
        !matches ||
        (not?.test(label) ?? false) ||
        /^Noninterest|RelatedParty/.test(tag) ||
        (not !== undefined && /securities|Receivable|FairValue(?!Hedges)/i.test(tag))
      )
        continue
      const amount = value(tag)
      const line = {
        tag,
        value: amount === undefined ? null : (amount ?? 0),
        maybe:
          (maybe?.test(label) ?? false) ||
          /^(CapitalLease|DueTo|Federal|.*Discontinued|PaymentsToAcquireOtherProductive|PaymentsForCapitalImp|PaymentsToAcquireOilAndGasProperty$)/.test(
            tag,
          ),
      }
      const before = field.sum === true ? totalled(printed, line, /^total\b/i.test(label)) : 0
      if (before > 0) printed.splice(printed.length - before, before)
      else if (field.sum !== true && (total?.test(label) === true || total?.test(tag) === true))
        printed.length = 0
      if (amount === null && field.sum !== true) continue
      printed.push(line)
    }
    if (printed.length > 0) return printed
  }
  return []
}

/** How many of the last lines a line is the total of; one that is called so may have lines without a value among them. */
function totalled(printed: readonly Printed[], { tag, value }: Printed, isTotal: boolean): number {
  if (value === null || value === 0) return 0
  let sum = 0
  let unseen = 0
  for (let count = 1; count <= printed.length; count++) {
    const line = printed.at(-count)!
    if (/Current|ShortTerm|CommercialPaper/.test(line.tag) !== tag.includes('Current')) return unseen
    sum += line.value ?? 0
    if (count > 1 && isSame(sum, value, 0.0005)) return count
    if (isTotal && count > 1 && sum < value) unseen = count
  }
  return unseen
}

/** Undefined for a tag that the document does not have, null for one without a value of that year. */
function valueOf(
  document: Record<string, any>,
  { tag, adsh, month, field }: { tag: string; adsh: string; month: string; field: Field },
): number | null | undefined {
  const units = document['facts']['us-gaap'][tag]?.units as Record<string, Entry[]> | undefined
  if (units === undefined) return undefined
  const entries = units[field.unit ?? 'USD'] ?? []
  const year = Number(month.slice(0, 4))
  const fits = entries.filter(
    ({ accn, end, start }) =>
      accn === adsh &&
      end.startsWith(month) &&
      (start === undefined || start <= `${year}-${month.slice(5)}-01`) &&
      (start === undefined || monthsOf(start, end) === 12),
  )
  return fits.at(-1)?.val ?? null
}

function monthsOf(start: string, end: string): number {
  const month = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return month(end) - month(start) + 1
}

function judge(printed: readonly Printed[], { sum, stmt }: Field, ours: number | null): Verdict | null {
  const seen = printed.filter(({ value }) => value !== null)
  if (printed.length === 0 || (seen.length === 0 && ours === null)) return null
  const lines = sum === true ? printed : printed.slice(0, 1)
  if (lines.every(({ value, maybe }) => maybe || value === 0)) return null
  if (lines.some(({ value, maybe }) => value === null && !maybe)) {
    return ours === null ? 'unobtainable' : 'part'
  }
  if (ours === null) return 'null'
  const magnitude = stmt === 'CF' && sum === true ? Math.abs : (value: number) => value
  const core = lines
    .filter(({ maybe }) => !maybe)
    .reduce((total, { value }) => total + magnitude(value ?? 0), 0)
  const maybes = lines
    .filter(({ maybe, value }) => maybe && value !== null && value !== 0)
    .map(({ value }) => magnitude(value ?? 0))
  if (subsetSums(maybes).some((extra) => isSame(core + extra, magnitude(ours)))) return 'equal'
  return lines.some(({ value }) => value === null) ? 'part' : 'contradicting'
}

function subsetSums(values: readonly number[]): number[] {
  return values.reduce((sums, value) => sums.concat(sums.map((each) => each + value)), [0])
}

function isSame(a: number, b: number, share = 0.000_02): boolean {
  return Math.abs(a - b) <= Math.max(0.0001, Math.abs(a) * share)
}

function rowsOf(name: string): Record<string, string>[] {
  return papa.parse<Record<string, string>>(unpack(name), { header: true, skipEmptyLines: true }).data
}

function unpack(name: string): string {
  const content = readFileSync(`${root}/${name}`)
  return (name.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8')
}
