import { nameId } from '../../../../kernel/ids.ts'
import { DAY_MS, formatDay, type Instant } from '../../../../kernel/time.ts'
import type { IncomeBy, PortfolioIncome, PortfolioOwner } from '../../../../ports/portfolio.ts'
import type { Fact } from '../facts.ts'
import { unconverted } from './portfolio-returns.ts'
import { amount, nameOf } from '../number-format.ts'

/** Most payers or months listed. */
const MOST_PARTS = 12

/** Dividends and interest received, with `by` broken down by payer or month. */
export function receivedFact(
  income: PortfolioIncome,
  {
    by,
    owner,
    asOf,
    simulated,
  }: { by: IncomeBy | null; owner: PortfolioOwner; asOf: Instant; simulated: boolean },
): Fact {
  const [from, to] = [formatDay(income.from), formatDay(income.to)]
  const days = from === to ? `on ${to}` : `from ${from} to ${to}`
  const said = (value: number): string => `${income.baseCurrency} ${amount(value)}`
  const sentences =
    income.parts.length === 0
      ? [`No dividends and no interest were received ${days}.`]
      : [
          `Dividends and interest ${days} were ${said(income.total)}, before tax: ${said(income.dividends)} of dividends and ${said(income.interest)} of interest.`,
          ...unconverted(income),
          ...(by === null ? [] : [by === 'month' ? byMonth(income, said) : byPayer(income, said)]),
        ]
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'income', owner.tenantId, owner.userId, from, to, by ?? ''),
      headline: `Your dividends and interest ${from} to ${to}`,
      url: `/v1/portfolio/income?from=${from}&to=${to}${by === null ? '' : `&group_by=${by}`}`,
      text: sentences.join(' '),
      asOf: Math.min(asOf, (income.to + 1) * DAY_MS - 1),
      simulated,
    },
  }
}

function byPayer({ parts }: PortfolioIncome, said: (value: number) => string): string {
  const listed = parts.slice(0, MOST_PARTS)
  const left = parts.slice(MOST_PARTS)
  const rest = left.reduce((sum, part) => sum + part.amount, 0)
  const texts = listed.map((part) => `${payerOf(part)} ${said(part.amount)}`)
  const others = left.length === 0 ? [] : [`${left.length} others together ${said(rest)}`]
  return `By payer, the largest first: ${[...texts, ...others].join('; ')}.`
}

const payerOf = ({ instrument, isOfMoney }: PortfolioIncome['parts'][number]): string =>
  isOfMoney ? 'interest on money' : instrument === null ? 'something not listed any more' : nameOf(instrument)

function byMonth({ parts }: PortfolioIncome, said: (value: number) => string): string {
  const listed = parts.slice(-MOST_PARTS)
  const which = listed.length < parts.length ? `, the newest ${listed.length} of ${parts.length}` : ''
  return `By month${which}: ${listed.map(({ month, amount: value }) => `${month ?? ''} ${said(value)}`).join('; ')}.`
}
