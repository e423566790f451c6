import { nameOf } from '../facts/say.ts'
import { plainQuote } from '../text/quotes.ts'
import type { ToldByOthers } from '../understanding/entities/mentions.ts'

/** Which tickers are told by another listing of their company: another class of its shares has other prices. */
const listedInstead = ({ ticker, match }: ToldByOthers['instead'][number]): string =>
  `“${ticker}” is not listed here: ${nameOf(match)} is told.`

/** That a share of a fund on gold is no ounce of gold. */
const ofFund = ({ said, match }: ToldByOthers['materials'][number]): string =>
  `“${plainQuote(said)}” is told by ${nameOf(match)}, a fund on it: prices of the material itself are not stored.`

/** By what a class of assets is told, of which there is no one number. */
const byOne = ({ said, match }: ToldByOthers['classes'][number]): string =>
  `“${plainQuote(said)}” is told by ${nameOf(match)}.`

/** What an answer says of what is told by something else than what is called so: first, and behind its findings. */
export const saidOfOthers = ({
  instead,
  materials,
  classes,
}: ToldByOthers): { readAs: string[]; notes: string[] } => ({
  readAs: instead.map(listedInstead),
  notes: [...materials.map(ofFund), ...classes.map(byOne)],
})
