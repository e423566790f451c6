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
const SECURITY = /^([^()]+)\(([A-Z0-9]+)\)/
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/

/**
 * The transactions of an activity statement of Interactive Brokers, which has many tables in one file: each line begins with the section that it is of
 * and with what it is there (`Header`, `Data`, `Total`). Null for any other file.
 * @param most Of more rows than that, which nobody reads, the cells are left as they are.
 */
export function activityStatement(
  lines: readonly Line[],
  most: number,
): { layout: Layout; header: readonly string[]; lines: Line[] } | null {
  const [first] = lines
  if (first?.cells[SECTION] !== 'Statement' || first.cells[KIND] !== 'Header') return null
  const { rows, isins } = readSections(lines)
  const levels = new Set(rows.map(({ level }) => level))
  // Trades may be there as orders and as their executions.
  const level = ['Order', 'Trade'].find((each) => levels.has(each))
  const found = rows.filter((row) => row.level === '' || level === undefined || row.level === level)
  return {
    layout: LAYOUT,
    header: COLUMNS,
    lines: found.map((row) => (found.length > most ? row.line : { ...row.line, cells: cellsOf(row, isins) })),
  }
}

/** What follows a header, up to the next one. */
interface Section {
  name: string
  account: string
  /** Where each column of the section is. */
  places: ReadonlyMap<string, number>
  width: number
  hasMoney: boolean
}

function sectionOf(cells: readonly string[], account: string): Section {
  const names = cells.map((cell) => cell.trim().toLowerCase()).map((name) => OTHER_NAMES[name] ?? name)
  const places = new Map(names.map((name, place) => [name, place]))
  const hasMoney = places.has('date') && MONEY.some((name) => places.has(name))
  return { name: (cells[SECTION] ?? '').toLowerCase(), account, places, width: cells.length, hasMoney }
}

const cellIn = (line: Line, { places }: Section, name: string): string =>
  line.cells[places.get(name) ?? -1]?.trim() ?? ''

/** A row of a section with money. */
interface Row {
  line: Line
  section: Section
  /** Of a trade: whether it is an order, an execution or what it closed; empty for others. */
  level: string
}

/** The rows with a date, which sums have not, and ISINs by symbol, as the last section has them. */
function readSections(lines: readonly Line[]): { rows: Row[]; isins: ReadonlyMap<string, string> } {
  const rows: Row[] = []
  const isins = new Map<string, string>()
  let header: Line | null = null
  let section: Section | null = null
  let account = ''
  for (const line of lines) {
    if (line.cells[KIND] === 'Header') [header, section] = [line, null]
    if (line.cells[KIND] !== 'Data' || header === null) continue
    // Most of what a hostile file has may be headers: one without rows is not read.
    section ??= sectionOf(header.cells, account)
    if (section.name === 'account information' && cellIn(line, section, 'field name') === 'Account')
      account = cellIn(line, section, 'field value')
    if (section.name === 'financial instrument information') {
      const isin = cellIn(line, section, 'security id')
      const symbols = ISIN.test(isin) ? cellIn(line, section, 'symbol').split(', ') : []
      for (const symbol of symbols) isins.set(symbol, isin)
    }
    if (section.hasMoney && cellIn(line, section, 'date') !== '') {
      const level = section.name === 'trades' ? cellIn(line, section, LEVEL) : ''
      rows.push({ line, section, level })
    }
  }
  return { rows, isins }
}

/** A row in our columns: with the security that its description begins with, and the ISIN of its symbol. */
function cellsOf({ line, section }: Row, isins: ReadonlyMap<string, string>): string[] {
  const [, named = '', id = ''] = SECURITY.exec(cellIn(line, section, 'description')) ?? []
  const symbol = cellIn(line, section, 'symbol') || named.trim()
  const known: Partial<Record<Column, string>> = {
    section: section.name,
    account: cellIn(line, section, 'account') || section.account,
    symbol,
    isin: ISIN.test(id) ? id : (isins.get(symbol) ?? ''),
  }
  // Cells beyond its header are kept, since they show that the others are shifted.
  const beyond = line.cells.slice(section.width).filter((cell) => cell.trim() !== '')
  return [...COLUMNS.map((name) => known[name] ?? cellIn(line, section, name)), ...beyond]
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
  const category = peek('asset category').toLowerCase()
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
