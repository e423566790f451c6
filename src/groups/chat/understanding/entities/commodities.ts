/** What is dug, pumped and grown, as it is traded. */
export const COMMODITIES =
  'gold|silver|platinum|palladium|copper|(?:crude|brent|wti)(?: oil)?|oil|natural gas|wheat|corn|soybeans?'
const COMMODITY_WORD = new RegExp(`^(?:${COMMODITIES})$`, 'i')

/** Whether a word means a material as it is traded, and not what digs for it. */
export const isCommodity = (text: string): boolean => COMMODITY_WORD.test(text)
