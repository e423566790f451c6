import { nameId } from '../../../../kernel/ids.ts'
import { utcDay } from '../../../../kernel/time.ts'
import type { PortfolioReader, PortfolioView } from '../../../../ports/portfolio.ts'
import type { Question } from '../../answer.ts'
import { askedCurrencies } from '../../understanding/entities/currency-words.ts'
import { askedOfPortfolio } from '../../understanding/portfolio/portfolio-questions.ts'
import type { Rates } from '../prices/converted.ts'
import type { Fact } from '../facts.ts'

/** What the user has, and who tells the rest of it in the same currency. */
interface OwnPortfolio {
  /** Null for a user who has never entered anything. */
  portfolio: PortfolioView | null
  portfolios: PortfolioReader
}

/** The portfolio in the first other currency that a question names and a rate into is stored; in the user's own where there is none. */
export async function portfolioIn(
  { portfolios, instruments }: { portfolios: PortfolioReader; instruments: Rates },
  { owner, message, now }: Question,
  signal: AbortSignal,
): Promise<OwnPortfolio> {
  const read = async (reader: PortfolioReader): Promise<OwnPortfolio> => ({
    portfolio: await reader.view(owner, { on: null, signal }),
    portfolios: reader,
  })
  // How much is in euros is no matter of what all is in euros.
  const asked = askedOfPortfolio(message, '').shares === null ? askedCurrencies(message) : []
  const base = asked.length === 0 ? null : await portfolios.baseCurrency(owner, signal)
  const day = utcDay(now)
  for (const code of asked.filter((each) => each !== base)) {
    const rateOn = await instruments.ratesInto('USD', { from: day, to: day })(code)
    if (rateOn(day) !== null) return read(portfolios.inCurrency(code))
  }
  return read(portfolios)
}

/** Lists of what was entered are in the currencies in which it was. */
const IN_BASE = /^\/v1\/portfolio\/(?!transactions|watchlists)/

/** A fact of a portfolio, cited where it is told in the same currency. */
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
