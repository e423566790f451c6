/** A number of shares, possibly fractional: `1,000`, `0.5`; not the end of another number. */
const SHARE_COUNT = String.raw`(?<![\d.,])(?<count>\d{1,3}(?:,\d{3}){1,2}(?:\.\d{1,6})?|\d{1,7}(?:\.\d{1,6})?|\.\d{1,6})`

const UNITS = '(?:shares?|stocks|coins?|bitcoins?|ethereums?|dogecoins?|litecoins?)'

/** `50 Apple shares`, `2 bitcoin`, but not `in 2020 Apple shares`. */
export const SHARES_OF_NAME = String.raw`(?!(?:19|20)\d\d [a-z])${SHARE_COUNT} (?:(?!shares?\b|stocks?\b|of\b)[\w.&'’-]{1,20} ){0,2}${UNITS}\b`

/** The number in a match of these patterns; null for none, and for zero. */
export function sharesIn(groups: Readonly<Record<string, string | undefined>> | undefined): number | null {
  const count = Number(groups?.['count']?.replaceAll(',', ''))
  return count > 0 ? count : null
}

const FOR_SHARES = new RegExp(
  String.raw`^\W*(?:(?:and|so|ok(?:ay)?|then|but|what about|how about) ?,? ?)?(?:(?:how much|what) (?:(?:is|are|does|do|would|did) (?:that |it |they )?)?(?:make |be |come to |cost )?)?(?:(?:for|on|with|of|in) )?(?:my |the )?${SHARE_COUNT} ${UNITS}\W*$`,
  'i',
)
const LONGEST = 100

/** Whether a message asks only for the same with a number of shares: `and for 500 shares?` */
export const asksForShares = (text: string): boolean => text.length <= LONGEST && FOR_SHARES.test(text)
