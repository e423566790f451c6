import { nameId } from '../../../../kernel/ids.ts'
import { utcDay } from '../../../../kernel/time.ts'
import type { PortfolioReader, PortfolioView } from '../../../../ports/portfolio.ts'
import type { Question } from '../../answer.ts'
import { askedCurrencies } from '../../understanding/entities/currency-words.ts'
import { askedOfPortfolio } from '../../understanding/portfolio/portfolio-questions.ts'
import type { Rates } from '../prices/converted.ts'
import type { Fact } from '../facts.ts'

/** The user's portfolio, and access to it in other currencies. */
interface OwnPortfolio {
  /** Null for a user without any transaction. */
  portfolio: PortfolioView | null
  portfolios: PortfolioReader
}

/**
 * The portfolio converted to the first other currency that a question names and a rate exists for; otherwise in the user's base currency.
 */
export async function portfolioIn(
  { portfolios, instruments }: { portfolios: PortfolioReader; instruments: Rates },
  { owner, message, now }: Question,
  signal: AbortSignal,
): Promise<OwnPortfolio> {
  const read = async (reader: PortfolioReader): Promise<OwnPortfolio> => ({
    portfolio: await reader.view(owner, { on: null, signal }),
    portfolios: reader,
  })
  // "How much is in euros" asks for an allocation and not for a conversion.
  const asked = askedOfPortfolio(message, '').shares === null ? askedCurrencies(message) : []
  const base = asked.length === 0 ? null : await portfolios.baseCurrency(owner, signal)
  const day = utcDay(now)
  for (const code of asked.filter((each) => each !== base)) {
    const rateOn = await instruments.ratesInto('USD', { from: day, to: day })(code)
    if (rateOn(day) !== null) return read(portfolios.inCurrency(code))
  }
  return read(portfolios)
}

/** Lists of transactions stay in their original currencies. */
const IN_BASE = /^\/v1\/portfolio\/(?!transactions|watchlists)/

/** A portfolio fact whose citation shows the same currency. */
export function citedIn(fact: Fact, view: PortfolioView): Fact {
  if (view.isOwnCurrency) return fact
  const also = fact.also?.map((each) => ({ ...each, record: recordIn(each.record, view) }))
  return { ...fact, record: recordIn(fact.record, view), ...(also === undefined ? {} : { also }) }
}

function recordIn(record: Fact['record'], { baseCurrency }: PortfolioView): Fact['record'] {
  const { docId, url } = record
  if (!IN_BASE.test(url)) return record
  const cited = `${url}${url.includes('?') ? '&' : '?'}base_currency=${baseCurrency}`
  return { ...record, docId: nameId('chat-fact', docId, baseCurrency), url: cited }
}
