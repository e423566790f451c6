import type { PortfolioOwner, PortfolioView } from '../../../../ports/portfolio.ts'
import type { Fact } from '../facts.ts'
import { worthFact } from './portfolio-fact.ts'
import { amount, count } from '../number-format.ts'

const MILLION = 1e6

/**
 * The value of a portfolio compared with a price or a market capitalisation; amounts in another currency are reported without a comparison.
 */
export function worthComparison(owner: PortfolioOwner, view: PortfolioView, others: readonly Fact[]): Fact[] {
  const worth = worthFact(owner, view)
  const sentences = others.flatMap(({ measures = [], record }) =>
    measures.flatMap(({ what, of, value, unit, said, isChange }) => {
      // Market capitalisations are in USD.
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
  const allSentences = [...sentences.map(({ sentence }) => sentence), ...worth.sentences]
  const record = { ...worth.record, text: allSentences.join(' ') }
  return [
    { ...worth, sentences: allSentences, also: [...(worth.also ?? []), ...sentences], record },
    ...others,
  ]
}
