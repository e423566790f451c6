/** Names of traded raw materials. */
export const COMMODITIES =
  'gold|silver|platinum|palladium|copper|(?:crude|brent|wti)(?: oil)?|oil|natural gas|wheat|corn|soybeans?'
const COMMODITY_WORD = new RegExp(`^(?:${COMMODITIES})$`, 'i')

/** Whether a word means a commodity as it is traded, and not a company that produces it. */
export const isCommodity = (text: string): boolean => COMMODITY_WORD.test(text)
