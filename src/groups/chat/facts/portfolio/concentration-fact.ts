import { formatInstantSeconds } from '../../../../kernel/time.ts'
import type { PortfolioOwner, PortfolioView } from '../../../../ports/portfolio.ts'
import type { Fact } from '../facts.ts'
import { amount, nameOf, percent, price, ratio } from '../number-format.ts'
import { withHoldings, ownFact } from './portfolio-fact.ts'

const RISK = {
  headline: 'Concentration of your portfolio',
  url: '/v1/portfolio/risk',
  pastUrl: (day: string) => `/v1/portfolio/holdings?as_of=${day}`,
}

/** Numbers of largest holdings whose combined weight is reported. */
const FIRST = [3, 5]

/** The share of invested value in the largest holdings, short positions by their absolute value; null when nothing has a value. */
export function concentrationFact(owner: PortfolioOwner, view: PortfolioView): Fact | null {
  const { baseCurrency, holdings, asOf, on } = view
  const sized = holdings
    .map((holding) => ({ name: nameOf(holding), size: Math.abs(holding.valueBase ?? 0) }))
    .filter(({ size }) => size > 0)
    .toSorted((one, other) => other.size - one.size)
  const [largest] = sized
  if (largest === undefined) return null
  const total = sized.reduce((sum, { size }) => sum + size, 0)
  const said = (value: number): string => `${baseCurrency} ${amount(value)}`
  const shares = sized.map(({ size }) => size / total)
  const index = shares.reduce((sum, share) => sum + share ** 2, 0)
  const [is, was] = on === null ? ['is', 'are'] : ['was', 'were']
  const firsts = FIRST.filter((count) => count < sized.length).map((count) => {
    const size = sized.slice(0, count).reduce((sum, each) => sum + each.size, 0)
    return `the ${count} largest ${was} ${percent(size / total)} (${said(size)})`
  })
  const named = sized
    .slice(0, Math.max(...FIRST))
    .map(({ name, size }) => `${name}, ${percent(size / total)}`)
  const left = holdings.length - sized.length
  const sentences = [
    `Of ${said(total)} that ${is} invested as of ${formatInstantSeconds(asOf)}, without cash, the largest holding, ${largest.name}, ${is} ${percent(largest.size / total)} (${said(largest.size)})${firsts.map((each) => `; ${each}`).join('')}.`,
    ...(sized.length > 1 ? [`The largest ${was}: ${named.join('; ')}. A fund counts as one holding.`] : []),
    `The Herfindahl–Hirschman index, the sum of the squared shares of ${sized.length === 1 ? 'one holding' : `the ${sized.length} holdings`}, ${is} ${price(index)}: as if ${ratio(1 / index)} holdings of the same weight were held (1 / ${price(index)}); 1 would be one alone.`,
    ...(left > 0 ? [`${left} of the holdings without a value ${left === 1 ? 'is' : 'are'} left out.`] : []),
  ]
  return withHoldings(owner, view, ownFact(owner, view, RISK, sentences))
}
