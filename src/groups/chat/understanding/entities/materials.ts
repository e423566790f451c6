/** What is dug, pumped and grown, as it is traded. */
export const MATERIALS =
  'gold|silver|platinum|palladium|copper|(?:crude|brent|wti)(?: oil)?|oil|natural gas|wheat|corn|soybeans?'
const MATERIAL = new RegExp(`^(?:${MATERIALS})$`, 'i')

/** Whether a word means a material as it is traded, and not what digs for it. */
export const isMaterial = (text: string): boolean => MATERIAL.test(text)
