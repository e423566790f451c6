import { nameId } from '../../../kernel/ids.ts'
import { type Day, formatDay, type Instant } from '../../../kernel/time.ts'
import type { InstrumentSummary } from '../../../ports/instruments.ts'
import type { PortfolioOwner, RealizedGains, RealizedSale, Trade } from '../../../ports/portfolio.ts'
import type { AskedTrades } from '../understanding/own-portfolio.ts'
import type { Fact } from './facts.ts'
import { amount, nameOf, price } from './say.ts'

const MOST_TOLD = 5

/** Whose ledger is told of, and of what in it. */
export interface LedgerPart {
  owner: PortfolioOwner
  /** Null for all instruments. */
  holding: InstrumentSummary | null
  /** Null for any time. */
  range: { from: Day; to: Day } | null
  now: Instant
}

/** What sales have brought, the newest with their computations. */
export function realizedFact(gains: RealizedGains, { owner, holding, now }: LedgerPart): Fact {
  const { baseCurrency, sales, gainBase } = gains
  const [from, to] = [formatDay(gains.from), formatDay(gains.to)]
  const of = holding === null ? '' : ` of ${nameOf(holding)}`
  const days = from === to ? `on ${to}` : `from ${from} to ${to}`
  const sold = `${sales.length === 1 ? 'One sale' : `${sales.length} sales`}${of} ${days}`
  const result = `${gainBase < 0 ? 'a loss' : 'a gain'} of ${baseCurrency} ${amount(Math.abs(gainBase))}`
  const told = sales.slice(0, MOST_TOLD)
  const newest = told.length < sales.length ? `The newest ${told.length} of them` : 'Each of them'
  const sentences =
    sales.length === 0
      ? [`Nothing${of} was sold ${days}, so that no gain or loss was realized.`]
      : [
          `${sold} realized ${result}, which is proceeds less cost, with fees and taxes.`,
          `${sales.length === 1 ? 'It was' : `${newest}, the newest first:`} ${told.map((sale) => saleText(sale, baseCurrency)).join('; ')}.`,
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

function saleText(sale: RealizedSale, baseCurrency: string): string {
  const { instrument, day, quantity, currency, proceeds, cost, gain, gainBase } = sale
  const inBase =
    currency === baseCurrency ? '' : `, ${baseCurrency} ${amount(gainBase)} at the rates of both days`
  const named = instrument === null ? 'what is not listed any more' : nameOf(instrument)
  return `${price(quantity)} of ${named} on ${formatDay(day)} for ${currency} ${amount(proceeds)} that had cost ${amount(cost)}: ${amount(proceeds)} − ${amount(cost)} = ${amount(gain)}${inBase}`
}

/** Words for what was done, and for one and several of it. */
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
  return others.length > 0 || one === undefined || many === undefined ? ['trade', 'trades'] : [one, many]
}

/** Transactions as they were entered: the first or the last of them, or the newest and what they come to. */
export function tradesFact(
  { items, total }: { items: readonly Trade[]; total: number },
  asked: AskedTrades,
  { owner, holding, range, now }: LedgerPart,
): Fact {
  const [one, many] = nounsOf(asked)
  const of = holding === null ? '' : ` of ${nameOf(holding)}`
  const days = range === null ? '' : ` from ${formatDay(range.from)} to ${formatDay(range.to)}`
  const [first] = items
  const told = items.slice(0, MOST_TOLD)
  const sentences: string[] = []
  if (first === undefined) sentences.push(`No ${one}${of}${days} is recorded in your portfolio.`)
  else if (asked.which !== null) {
    sentences.push(`Your ${asked.which} ${one}${of}${days}: ${tradeText(first)}.`)
    if (total > 1) sentences.push(`${total} ${many}${of}${days} are recorded in all.`)
  } else {
    const newest = told.length < total ? `, the newest ${told.length} of which are` : ''
    sentences.push(
      `${total === 1 ? `One ${one}${of}${days} is recorded` : `${total} ${many}${of}${days} are recorded`}${newest}: ${told.map(tradeText).join('; ')}.`,
      ...sumSentence(items, total),
    )
  }
  const filters = [
    ...(asked.types === null ? [] : [`type=${asked.types.join(',')}`]),
    ...(holding === null ? [] : [`entity_id=${holding.entityId}`]),
    ...(range === null ? [] : [`from=${formatDay(range.from)}`, `to=${formatDay(range.to)}`]),
    ...(asked.which === 'first' ? ['sort=trade_date'] : []),
  ]
  const path = `/v1/portfolio/transactions${filters.length === 0 ? '' : `?${filters.join('&')}`}`
  return ledgerFact(sentences, { owner, now, holding, path, headline: `Your ${many}` })
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

/** What all of one kind come to in money, by currency: shares of before and after a split do not add up. */
function sumSentence(items: readonly Trade[], total: number): string[] {
  const [first] = items
  if (first === undefined || total < 2 || items.length < total || DONE[first.type] === undefined) return []
  if (items.some(({ type }) => type !== first.type)) return []
  const sums = [...Map.groupBy(items, ({ currency }) => currency)].map(
    ([currency, each]) => `${currency} ${amount(each.reduce((sum, trade) => sum + trade.amount, 0))}`,
  )
  return [
    `Together that is ${sums.join(' and ')}${first.instrument === null ? '' : ', before fees and taxes'}.`,
  ]
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
      // What was entered is the user's own.
      simulated: false,
    },
  }
}
