/**
 * How often a request carries a header, in `rawHeaders` of Node: of a header that stands twice `headers` shows the
 * first alone, without saying so.
 */
export function countHeader(rawHeaders: readonly string[], lowerCaseName: string): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === lowerCaseName.length && name.toLowerCase() === lowerCaseName) count++
  }
  return count
}
