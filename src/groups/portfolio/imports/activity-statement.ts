import { type CellOf, column, type Layout, moneyMoved, paid } from './layout.ts'

/** A line of a file that is not empty. */
export interface Line {
  cells: readonly string[]
  /** Where it begins, from 1. */
  line: number
  isUnclosed: boolean
}

/** Columns of the one table that all sections are read as; these say what a row is. */
const KINDS = ['section', 'account', 'asset category', 'code'] as const
const VALUES = [
  'currency',
  'symbol',
  'isin',
  'date',
  'quantity',
  'price',
  'proceeds',
  'fee',
  'amount',
  'description',
] as const
const COLUMNS = [...KINDS, ...VALUES]
type Column = (typeof COLUMNS)[number]

/** What sections call the same. */
const OTHER_NAMES: Readonly<Record<string, Column>> = {
  'date/time': 'date',
  'settle date': 'date',
  't. price': 'price',
  'comm/fee': 'fee',
  'cash amount': 'amount',
  'tax amount': 'amount',
}
/** A section is of transactions if its rows have a day and one of these. */
const MONEY: readonly Column[] = ['amount', 'proceeds']

const [SECTION, KIND] = [0, 1]
const LEVEL = 'datadiscriminator'
/** `AAPL(US0378331005) Cash Dividend USD 0.24 per Share`. */
const SECURITY = /^([^()]+?)\s*\(([A-Z0-9]+)\)/
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/

const lower = (cell: string | undefined): string => (cell ?? '').trim().toLowerCase()

/**
 * The transactions of an activity statement of Interactive Brokers, which has many tables in one file: each line begins with the section that it is of
 * and with what it is there (`Header`, `Data`, `Total`). Null for any other file.
 */
export function activityStatement(
  lines: readonly Line[],
): { layout: Layout; header: readonly string[]; lines: Line[] } | null {
  const [first] = lines
  if (lower(first?.cells[SECTION]) !== 'statement' || lower(first?.cells[KIND]) !== 'header') return null
  const rows = rowsOf(lines)
  const isins = isinsOf(rows)
  const level = levelOf(rows)
  const found = rows.flatMap((row) => {
    const record = recordOf(row, isins)
    const isOne = record.date !== '' && MONEY.some((name) => row.names.has(name))
    const isOther = row.section === 'trades' && level !== null && lower(row.cells.get(LEVEL)) !== level
    return isOne && !isOther ? [{ ...row.line, cells: COLUMNS.map((name) => record[name]) }] : []
  })
  return { layout: LAYOUT, header: COLUMNS, lines: found }
}

/** A line of data, its cells by the names that the section has for them. */
interface Row {
  section: string
  account: string
  names: ReadonlySet<string>
  cells: ReadonlyMap<string, string>
  line: Line
}

function rowsOf(lines: readonly Line[]): Row[] {
  const rows: Row[] = []
  let names: readonly string[] = []
  let account = ''
  for (const line of lines) {
    const [section, kind] = [lower(line.cells[SECTION]), lower(line.cells[KIND])]
    if (kind === 'header') names = line.cells.map(lower).map((name) => OTHER_NAMES[name] ?? name)
    if (kind !== 'data') continue
    const cells = new Map(names.map((name, at) => [name, line.cells[at]?.trim() ?? '']))
    if (section === 'account information' && lower(cells.get('field name')) === 'account')
      account = cells.get('field value') ?? ''
    rows.push({ section, account, names: new Set(names), cells, line })
  }
  return rows
}

/** ISINs by symbol, as the last section has them; it may have other identifiers too. */
function isinsOf(rows: readonly Row[]): ReadonlyMap<string, string> {
  return new Map(
    rows
      .filter(({ section }) => section === 'financial instrument information')
      .flatMap(({ cells }) => {
        const id = cells.get('security id') ?? ''
        const symbols = (cells.get('symbol') ?? '').split(', ')
        return ISIN.test(id) ? symbols.map((symbol): [string, string] => [symbol, id]) : []
      }),
  )
}

/** Of trades that are there as orders and as their executions, the orders; null where all are of one kind. */
function levelOf(rows: readonly Row[]): string | null {
  const levels = new Set(
    rows.filter(({ section }) => section === 'trades').map(({ cells }) => lower(cells.get(LEVEL))),
  )
  return ['order', 'trade'].find((level) => levels.has(level)) ?? null
}

/** A row in the columns of all; sums have no date. */
function recordOf(
  { section, account, cells }: Row,
  isins: ReadonlyMap<string, string>,
): Record<Column, string> {
  const cell = (name: string): string => cells.get(name) ?? ''
  const [, named = '', id = ''] = SECURITY.exec(cell('description')) ?? []
  const symbol = cell('symbol') || named
  const own = { section, account: cell('account') || account, symbol }
  const isin = ISIN.test(id) ? id : (isins.get(symbol) ?? '')
  const rest = Object.fromEntries(COLUMNS.map((name) => [name, cell(name)])) as Record<Column, string>
  return { ...rest, ...own, isin }
}

/** What rows of a section are, where it is not the name of the section that says it. */
const TYPES: Readonly<Record<string, (peek: CellOf) => string>> = {
  trades: tradeType,
  dividends: (peek) => (/return of capital/i.test(peek('description')) ? 'return of capital' : 'dividend'),
  'payment in lieu of dividends': () => 'dividend',
  'withholding tax': () => 'tax',
  'deposits & withdrawals': (peek) => moneyMoved(peek('amount')) ?? '',
  interest: (peek) => (moneyMoved(peek('amount')) === 'withdrawal' ? 'broker interest paid' : 'interest'),
  fees: feeType,
  'transaction fees': feeType,
  'corporate actions': () => 'corporate action',
}

/** Of others than stocks and funds a contract is more than a share, or the price is no price of one. */
function tradeType(peek: CellOf): string {
  const category = lower(peek('asset category'))
  if (/\bca\b/i.test(peek('code'))) return 'cancelled'
  if (category === 'forex') return 'fx trade'
  if (!/^(stocks|(mutual )?funds)\b/.test(category)) return category
  return { deposit: 'buy', withdrawal: 'sell' }[moneyMoved(peek('quantity')) ?? 'deposit']
}

function feeType(peek: CellOf): string {
  const kind = /\b(tax|duty)\b/i.test(peek('description')) ? 'tax' : 'fee'
  return moneyMoved(peek('amount')) === 'deposit' ? `${kind} refund` : kind
}

const LAYOUT: Layout = {
  name: 'interactive-brokers',
  account: ['account'],
  columns: VALUES,
  leaves: KINDS,
  dayOrder: null,
  isSigned: true,
  totalSign: 'always',
  read: {
    trade_date: column('date'),
    type: (cell, peek) => TYPES[cell('section')]?.(peek) ?? cell('section'),
    isin: column('isin'),
    ticker: column('symbol'),
    quantity: column('quantity'),
    price: column('price'),
    amount: column('proceeds'),
    currency: column('currency'),
    note: column('description'),
  },
  asides: { total: column('amount') },
  costs: [{ field: 'fee', amount: paid('fee'), currency: () => '' }],
}
