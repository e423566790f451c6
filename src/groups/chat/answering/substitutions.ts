import { nameOf } from '../facts/number-format.ts'
import { plainQuote } from '../text/quotes.ts'
import type { Substitutions } from '../understanding/entities/mentions.ts'

/** Tickers answered with another listing of their company: another share class has other prices. */
const listedInstead = ({ ticker, match }: Substitutions['instead'][number]): string =>
  `“${ticker}” is not listed here: the answer is for ${nameOf(match)}.`

/** A share of a gold fund is not an ounce of gold. */
const ofFund = ({ said, match }: Substitutions['materials'][number]): string =>
  `“${plainQuote(said)}” is answered with ${nameOf(match)}, a fund on it: prices of the commodity itself are not stored.`

/** An asset class has no single price: one instrument stands in for it. */
const byOne = ({ said, match }: Substitutions['classes'][number]): string =>
  `“${plainQuote(said)}” is answered with ${nameOf(match)}.`

/** Notes on substitutions, to be placed before and after the findings. */
export const substitutionNotes = ({
  instead,
  materials,
  classes,
}: Substitutions): { readAs: string[]; notes: string[] } => ({
  readAs: instead.map(listedInstead),
  notes: [...materials.map(ofFund), ...classes.map(byOne)],
})
