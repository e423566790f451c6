import { nameOf } from '../facts/number-format.ts'
import { plainQuote } from '../text/quotes.ts'
import type { Substitutions } from '../understanding/entities/mentions.ts'

/** Which tickers are told by another listing of their company: another class of its shares has other prices. */
const listedInstead = ({ ticker, match }: Substitutions['instead'][number]): string =>
  `“${ticker}” is not listed here: the answer is for ${nameOf(match)}.`

/** That a share of a fund on gold is no ounce of gold. */
const ofFund = ({ said, match }: Substitutions['materials'][number]): string =>
  `“${plainQuote(said)}” is answered with ${nameOf(match)}, a fund on it: prices of the commodity itself are not stored.`

/** By what a class of assets is told, of which there is no one number. */
const byOne = ({ said, match }: Substitutions['classes'][number]): string =>
  `“${plainQuote(said)}” is answered with ${nameOf(match)}.`

/** What an answer says of what is told by something else than what is called so: first, and behind its findings. */
export const substitutionNotes = ({
  instead,
  materials,
  classes,
}: Substitutions): { readAs: string[]; notes: string[] } => ({
  readAs: instead.map(listedInstead),
  notes: [...materials.map(ofFund), ...classes.map(byOne)],
})
