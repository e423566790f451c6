import type { PortfolioOwner, PortfolioView } from '../../../../ports/portfolio.ts'
import type { Fact } from '../facts.ts'
import { worthFact } from './portfolio-fact.ts'
import { amount, count } from '../number-format.ts'

const MILLION = 1e6

/** What a portfolio is worth beside a price or a market value: that of another currency is told, and not set against it. */
export function worthBeside(owner: PortfolioOwner, view: PortfolioView, others: readonly Fact[]): Fact[] {
  const worth = worthFact(owner, view)
  const sentences = others.flatMap(({ measures = [], record }) =>
    measures.flatMap(({ what, of, value, unit, said, isChange }) => {
      // What a company is worth is told in dollars.
      if (isChange || (unit === '' ? 'USD' : unit) !== view.baseCurrency) return []
      const by = Math.abs(view.totalValue - value)
      const difference =
        by < MILLION ? `${view.baseCurrency} ${amount(by)}` : `${view.baseCurrency} ${count(by)}`
      const side = view.totalValue < value ? 'less' : 'more'
      return [
        {
          sentence: `Your portfolio is worth ${side} than the ${what} of ${of}, ${said}, by ${difference}.`,
          record,
        },
      ]
    }),
  )
  const told = [...sentences.map(({ sentence }) => sentence), ...worth.sentences]
  const record = { ...worth.record, text: told.join(' ') }
  return [{ ...worth, sentences: told, also: [...(worth.also ?? []), ...sentences], record }, ...others]
}
