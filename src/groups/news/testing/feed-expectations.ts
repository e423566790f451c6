/** What a case of the feedparser collection says a field of its first item is. */
export interface Expectation {
  field: string
  /** As text; a date as `YYYY-MM-DDThh:mm:ss` in UTC. */
  value: string
  isDate: boolean
}

const EXPECT = /^\s*Expect:\s*(.+)$/m
const ITEM_FIELD =
  /entries\[0\](?:\['(\w+)'\]|\.(\w+)) == (?:u?'((?:[^'\\]|\\.)*)'|u?"((?:[^"\\]|\\.)*)"|\((\d+), (\d+), (\d+), (\d+), (\d+), (\d+), \d+, \d+, 0\))/g

/** Its comparisons of one field with one constant; anything more is not understood and left out. */
export function expectationsOf(text: string): Expectation[] {
  const line = EXPECT.exec(text.slice(0, 4_000))?.[1] ?? ''
  return [...line.matchAll(ITEM_FIELD)].map((match) => {
    const name = match[1] ?? match[2] ?? ''
    if (match[5] === undefined)
      return { field: name, value: unquoted(match[3] ?? match[4] ?? ''), isDate: false }
    const [year = '', ...rest] = match.slice(5, 11)
    const [month, date, hour, minute, second] = rest.map((each) => each?.padStart(2, '0'))
    return {
      field: name.replace('_parsed', ''),
      value: `${year}-${month}-${date}T${hour}:${minute}:${second}`,
      isDate: true,
    }
  })
}

/** The escapes of a constant in that language. */
function unquoted(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gi, (_, wide, narrow, other) => {
    const code: unknown = wide ?? narrow
    if (typeof code === 'string') return String.fromCharCode(Number.parseInt(code, 16))
    return other === 'n' ? '\n' : other === 't' ? '\t' : String(other)
  })
}
