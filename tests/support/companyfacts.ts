/** A value as a document has it. */
export interface Entry {
  start?: string
  end: string
  val: number
  filed: string
  accn?: string
  form?: string
  fy?: number
}

/** A document of series named `taxonomy:Tag unit`. */
export function documentOf(series: Record<string, readonly unknown[]>): unknown {
  const facts: Record<string, Record<string, { units: Record<string, readonly unknown[]> }>> = {}
  for (const [name, entries] of Object.entries(series)) {
    const [, taxonomy = '', tag = '', unit = ''] = /^(.+):(\S+) (.+)$/.exec(name) ?? []
    const units = ((facts[taxonomy] ??= {})[tag] ??= { units: {} }).units
    units[unit] = [...(units[unit] ?? []), ...entries]
  }
  return { cik: 1234, entityName: 'Example Inc.', facts }
}

/** A value over a period; the accession is the day of filing, so that facts of a day are of one filing. */
export function over(
  start: string,
  end: string,
  val: number,
  filed: string,
  more: Partial<Entry> = {},
): Entry {
  return { start, end, val, filed, accn: filed, form: '10-Q', ...more }
}

export function annual(
  start: string,
  end: string,
  val: number,
  filed: string,
  more: Partial<Entry> = {},
): Entry {
  return over(start, end, val, filed, { form: '10-K', ...more })
}

export function at(end: string, val: number, filed: string, more: Partial<Entry> = {}): Entry {
  return { end, val, filed, accn: filed, form: '10-K', ...more }
}
