import { isAsking, isDate, isOfAsking } from './asking.ts'
import { type Line, labelTerms } from './line.ts'

/** A whole and, after a comma, the part of it: `Monetary assets, current`. */
const KIND = /^([^,]{3,160}), ([^,]{3,40})$/

/** The words of a whole, and of its part. */
interface Kind {
  whole: ReadonlySet<string>
  kind: ReadonlySet<string>
}

/** What is needed to compare the lines of a table with a question. */
export interface Page {
  lines: readonly Line[]
  /** Words of the text around the table. */
  words: ReadonlySet<string>
  /** Words of the line above it, which mostly introduces it. */
  caption: ReadonlySet<string>
  /** Whether nothing is deducted, so that its total sums what it shows. */
  isSum: boolean
  /** By word, how well it distinguishes lines. */
  weights: ReadonlyMap<string, number>
  /** Labels of one word. */
  names: ReadonlySet<string>
  /** Those of them that are also words of asking: `Low`. */
  askedLabels: ReadonlySet<string>
  /** Lines and headings that differ from others only after a comma: `Debt, current` and `Debt, non-current`. */
  kinds: ReadonlyMap<Line, readonly Kind[]>
  /** By line, one-word headings of its numbers, apart from dates: `Grant Date Fair Value` is not `Granted`. */
  headings: ReadonlyMap<Line, ReadonlySet<string>>
}

/** Takes time linear in the lines. */
export function pageOf(lines: readonly Line[], words: ReadonlySet<string>, caption: string): Page {
  const counts = new Map<string, number>()
  for (const { terms } of lines) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const weights = new Map([...counts].map(([term, count]) => [term, Math.log(1 + lines.length / count)]))
  const labels = lines.flatMap(({ terms, isBare }) => (terms.size === 1 && !isBare ? [...terms] : []))
  const names = new Set(labels.filter((term) => !isOfAsking(term)))
  const askedLabels = new Set(labels.filter((term) => isAsking(term)))
  const isSum = lines.every(({ points }) => points.every(({ cell }) => cell.value >= 0))
  const ofCaption = new Set(labelTerms(caption))
  return {
    lines,
    words,
    caption: ofCaption,
    isSum,
    weights,
    names,
    askedLabels,
    kinds: kindsOf(lines),
    headings: headingsOf(lines),
  }
}

/** By line, the parts that its name and headings denote, when other lines denote other parts of the same whole. */
function kindsOf(lines: readonly Line[]): Map<Line, readonly Kind[]> {
  const all = new Map<string, ReadonlySet<string>>()
  const byWhole = Map.groupBy(lines, ({ name }) => KIND.exec(name)?.[1] ?? '')
  byWhole.delete('')
  for (const alike of byWhole.values()) {
    const kinds = new Set(alike.map(({ name }) => KIND.exec(name)?.[2] ?? ''))
    if (kinds.size > 1) for (const kind of kinds) all.set(kind, new Set(labelTerms(kind)))
  }
  if (all.size === 0) return new Map()
  const kindOf = (label: string): Kind | [] => {
    const [, whole = '', name = ''] = KIND.exec(label) ?? []
    const kind = all.get(name)
    return kind === undefined
      ? []
      : { kind, whole: new Set(labelTerms(whole).filter((term) => !isOfAsking(term))) }
  }
  return new Map(
    lines.map((line) => [line, [line.name, ...line.points.map(({ head }) => head)].flatMap(kindOf)]),
  )
}

function headingsOf(lines: readonly Line[]): Map<Line, ReadonlySet<string>> {
  const known = new Map<string, readonly string[]>()
  const wordOf = (head: string): readonly string[] => {
    const found =
      known.get(head) ?? [...new Set(labelTerms(head))].filter((term) => !isOfAsking(term) && !isDate(term))
    known.set(head, found)
    return found.length === 1 ? found : []
  }
  return new Map(lines.map((line) => [line, new Set(line.points.flatMap(({ head }) => wordOf(head)))]))
}
