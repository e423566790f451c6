/**
 * One text for one JSON value, whatever the order in which its members were written: keys stand in the order of their
 * UTF-16 units (RFC 8785, section 3.2.3), the elements of arrays in their own. Takes what `JSON.parse` gives.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each ?? null)).join()}]`
  const members = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`)
  return `{${members.join()}}`
}
