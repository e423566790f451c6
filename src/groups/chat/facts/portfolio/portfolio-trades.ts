import { nameId } from '../../../../kernel/ids.ts'
import { type Day, formatDay, type Instant } from '../../../../kernel/time.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import type { PortfolioOwner, RealizedGains, RealizedSale, Trade } from '../../../../ports/portfolio.ts'
import type { AskedSales, AskedTrades } from '../../understanding/portfolio/ledger-request.ts'
import type { Fact } from '../facts.ts'
import { amount, nameOf, price } from '../number-format.ts'

const MOST_LISTED = 5
/** Most transactions of a question that names a number: `my last eight trades`. */
const MOST_COUNTED = 10
/** Most months listed. */
const MOST_MONTHS = 24
/** Earlier than any transaction. */
const BEGINNING = '1970-01-01'

/** Whose ledger, and which part of it. */
export interface LedgerPart {
  owner: PortfolioOwner
  /** Null for all instruments. */
  holding: InstrumentSummary | null
  /** Null for any time; `from` null for no lower bound. */
  range: { from: Day | null; to: Day } | null
  now: Instant
}

/** Realized gains: the newest sales with their computations, or the one with the highest or lowest gain. */
export function realizedFact(
  gains: RealizedGains,
  asked: AskedSales,
  { owner, holding, range, now }: LedgerPart,
): Fact {
  const { baseCurrency } = gains
  const meant = gains.sales.filter(({ gain }) => asked.only === null || gain < 0 === (asked.only === 'loss'))
  const [from, to] = [
    meant.length === 0 && (range?.from ?? null) === null ? BEGINNING : formatDay(gains.from),
    formatDay(gains.to),
  ]
  const of = `${holding === null ? '' : ` of ${nameOf(holding)}`}${asked.only === null ? '' : ` at a ${asked.only}`}`
  const days = from === to ? `on ${to}` : `from ${from} to ${to}`
  const sum = meant.reduce((all, { gainBase }) => all + gainBase, 0)
  const result = `${sum < 0 ? 'a loss' : 'a gain'} of ${baseCurrency} ${amount(Math.abs(sum))}`
  const sentences =
    meant.length === 0
      ? [`Nothing${of} ${noneSold(range, days)}, so that no ${asked.only ?? 'gain or loss'} was realized.`]
      : [
          `${countText(meant, of)} ${days} realized ${result}, which is proceeds less cost, with fees and taxes.`,
          salesText(meant, asked, baseCurrency),
        ]
  const path = `/v1/portfolio/realized-gains?from=${from}&to=${to}`
  return ledgerFact(sentences, {
    owner,
    now,
    holding,
    path,
    headline: `Your realized gains ${from} to ${to}`,
  })
}

function noneSold(range: LedgerPart['range'], days: string): string {
  if (range === null) return 'has been sold so far'
  return range.from === null ? `was sold until ${formatDay(range.to)}` : `was sold ${days}`
}

/** A return of capital can be a gain without a sale. */
function countText(meant: readonly RealizedSale[], of: string): string {
  const returns = meant.filter(({ quantity }) => quantity === 0).length
  const sales = meant.length - returns
  const parts = [
    ...(sales === 0 ? [] : [`${sales === 1 ? 'One sale' : `${sales} sales`}${of}`]),
    ...(returns === 0
      ? []
      : [
          `${returns === 1 ? 'one return' : `${returns} returns`} of capital beyond cost${sales === 0 ? of : ''}`,
        ]),
  ]
  const text = parts.join(' and ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function salesText(meant: readonly RealizedSale[], { which }: AskedSales, baseCurrency: string): string {
  const texts = (sales: readonly RealizedSale[]): string =>
    sales.map((sale) => saleText(sale, baseCurrency)).join('; ')
  if (meant.length === 1) return `It was ${texts(meant)}.`
  if (which !== null) {
    const sign = which === 'best' ? -1 : 1
    const [first] = meant.toSorted((one, other) => sign * (one.gainBase - other.gainBase))
    return `The ${which} of them: ${texts(first === undefined ? [] : [first])}.`
  }
  const listed = meant.slice(0, MOST_LISTED)
  const newest = listed.length < meant.length ? `The newest ${listed.length} of them` : 'Each of them'
  return `${newest}, the newest first: ${texts(listed)}.`
}

function saleText(sale: RealizedSale, baseCurrency: string): string {
  const { instrument, day, quantity, currency, proceeds, cost, gain, gainBase } = sale
  const inBase =
    currency === baseCurrency ? '' : `, ${baseCurrency} ${amount(gainBase)} at the rates of both days`
  const named = instrument === null ? 'what is not listed any more' : nameOf(instrument)
  if (quantity === 0)
    return `${currency} ${amount(gain)} that ${named} returned on ${formatDay(day)} beyond what it had cost${inBase}`
  return `${price(quantity)} of ${named} on ${formatDay(day)} for ${currency} ${amount(proceeds)} that had cost ${amount(cost)}: ${amount(proceeds)} − ${amount(cost)} = ${amount(gain)}${inBase}`
}

/** The verb for a transaction, and its singular and plural noun. */
const DONE: Readonly<Partial<Record<Trade['type'], readonly [string, string, string]>>> = {
  buy: ['bought', 'purchase', 'purchases'],
  sell: ['sold', 'sale', 'sales'],
  deposit: ['deposited', 'deposit', 'deposits'],
  withdrawal: ['withdrew', 'withdrawal', 'withdrawals'],
}

function nounsOf({ types }: AskedTrades): readonly [one: string, many: string] {
  const [only, ...others] = types ?? []
  if (only === undefined) return ['transaction', 'transactions']
  const [, one, many] = DONE[only] ?? []
  if (others.length > 0)
    return only === 'deposit' ? ['deposit or withdrawal', 'deposits and withdrawals'] : ['trade', 'trades']
  const noun = only.replaceAll('_', ' ')
  return one === undefined || many === undefined
    ? [`${noun} transaction`, `${noun} transactions`]
    : [one, many]
}

/** Transactions as they were recorded: those that a question picks, or the newest with their totals. */
export function tradesFact(
  trades: { items: readonly Trade[]; total: number },
  asked: AskedTrades,
  { owner, holding, range, now }: LedgerPart,
): Fact {
  const [one, many] = nounsOf(asked)
  const { total } = trades
  const of = `${holding === null ? '' : ` of ${nameOf(holding)}`}${rangeText(range)}`
  const chosen = asked.which === null ? [] : chosenOf(trades, asked)
  const sentences: string[] = []
  if (total === 0) sentences.push(`No ${one}${of} is recorded in your portfolio.`)
  else if (chosen.length > 0) {
    const count = chosen.length === 1 ? one : `${chosen.length} ${many}`
    sentences.push(`Your ${asked.which} ${count}${of}: ${chosen.map(tradeText).join('; ')}.`)
    if (total > chosen.length) sentences.push(`${total} ${many}${of} are recorded in all.`)
  } else {
    const shown = asked.byMonth === true ? [] : trades.items.slice(0, MOST_LISTED)
    const newest =
      shown.length === 0 || shown.length === total ? '' : `, the newest ${shown.length} of which are`
    const listed = shown.length === 0 ? '' : `${newest}: ${shown.map(tradeText).join('; ')}`
    sentences.push(
      `${total === 1 ? `One ${one}${of} is` : `${total} ${many}${of} are`} recorded${listed}.`,
      ...(asked.byMonth === true ? [monthsSentence(trades)] : []),
      ...sumSentence(trades, many),
    )
  }
  const filters = [
    ...(asked.types === null ? [] : [`type=${asked.types.join(',')}`]),
    ...(holding === null ? [] : [`entity_id=${holding.entityId}`]),
    ...(range === null ? [] : [...fromFilter(range.from), `to=${formatDay(range.to)}`]),
    ...(asked.which === 'first' ? ['sort=trade_date'] : []),
  ]
  const path = `/v1/portfolio/transactions${filters.length === 0 ? '' : `?${filters.join('&')}`}`
  return ledgerFact(sentences, { owner, now, holding, path, headline: `Your ${many}` })
}

const fromFilter = (from: Day | null): string[] => (from === null ? [] : [`from=${formatDay(from)}`])

function rangeText(range: LedgerPart['range']): string {
  if (range === null) return ''
  const to = formatDay(range.to)
  return range.from === null ? ` until ${to}` : ` from ${formatDay(range.from)} to ${to}`
}

/** The first ones that were read, or the largest of all; none when these are not known or not in one currency. */
function chosenOf(
  { items, total }: { items: readonly Trade[]; total: number },
  { which, count }: AskedTrades,
): readonly Trade[] {
  const most = Math.min(count ?? MOST_LISTED, MOST_COUNTED)
  if (which === 'first' || which === 'last') return items.slice(0, most)
  const isComparable = items.length === total && new Set(items.map(({ currency }) => currency)).size === 1
  const sign = which === 'largest' ? -1 : 1
  return isComparable ? items.toSorted((one, other) => sign * (one.amount - other.amount)).slice(0, most) : []
}

function tradeText({ type, day, instrument, quantity, price: each, amount: sum, currency }: Trade): string {
  const [done] = DONE[type] ?? [type.replaceAll('_', ' ')]
  const at = each === null ? '' : ` at ${currency} ${price(each)} each`
  const what =
    quantity === null || quantity === 0
      ? `${currency} ${amount(sum)}${instrument === null ? '' : ` of ${nameOf(instrument)}`}`
      : `${price(quantity)} of ${instrument === null ? 'what is not listed any more' : nameOf(instrument)}${at}`
  return `on ${formatDay(day)} ${done} ${what}`
}

/** Types that move money only. */
const NET: ReadonlyArray<Trade['type']> = ['deposit', 'withdrawal']

/** Totals in money by currency of the transactions that were read; share counts before and after a split do not add up. */
function sumSentence({ items, total }: { items: readonly Trade[]; total: number }, many: string): string[] {
  const [first, second] = items
  if (first === undefined || second === undefined) return []
  const types = new Set(items.map(({ type }) => type))
  const isNet = types.size === 2 && NET.every((type) => types.has(type))
  if (!isNet && (types.size > 1 || DONE[first.type] === undefined)) return []
  const sums = byCurrency(items, (each) => (isNet ? netText(each) : amount(sumOf(each))))
  const together = items.length < total ? `The newest ${items.length} ${many} come to` : 'Together that is'
  return [`${together} ${sums}${first.instrument === null ? '' : ', before fees and taxes'}.`]
}

/** Totals of each month; outflows are negative. */
function monthsSentence({ items }: { items: readonly Trade[] }): string {
  const months = [...Map.groupBy(items, ({ day }) => formatDay(day).slice(0, 7))].toReversed()
  const shown = months.slice(-MOST_MONTHS)
  const which = shown.length < months.length ? `, the newest ${shown.length} of ${months.length}` : ''
  const texts = shown.map(([month, each]) => `${month} ${byCurrency(each, netOf)}`)
  return `By month${which}: ${texts.join('; ')}.`
}

const netOf = (trades: readonly Trade[]): string =>
  amount(trades.reduce((sum, { type, amount: value }) => sum + (type === 'withdrawal' ? -value : value), 0))

const byCurrency = (items: readonly Trade[], said: (each: readonly Trade[]) => string): string =>
  [...Map.groupBy(items, ({ currency }) => currency)]
    .map(([currency, each]) => `${currency} ${said(each)}`)
    .join(' and ')

const sumOf = (trades: readonly Trade[]): number => trades.reduce((sum, trade) => sum + trade.amount, 0)

function netText(trades: readonly Trade[]): string {
  const [paid, taken] = NET.map((wanted) => sumOf(trades.filter(({ type }) => type === wanted)))
  return `${amount(paid ?? 0)} − ${amount(taken ?? 0)} = ${amount((paid ?? 0) - (taken ?? 0))}`
}

function ledgerFact(
  sentences: readonly string[],
  about: Pick<LedgerPart, 'owner' | 'holding' | 'now'> & { path: string; headline: string },
): Fact {
  const { tenantId, userId } = about.owner
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'ledger', tenantId, userId, about.path, about.holding?.entityId ?? ''),
      headline: about.headline,
      url: about.path,
      text: sentences.join(' '),
      asOf: about.now,
      // The user's own records are not simulated.
      simulated: false,
    },
  }
}
