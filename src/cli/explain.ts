import type { ExplainedLine } from '../adapters/files/companyfacts/index.ts'
import { type Day, formatDay } from '../kernel/time.ts'
import { type CommandContext, openForCommand } from './context.ts'
import { type ExplainedFigure, explainStored, readQuestion } from './explain-figure.ts'
import { EXIT_OK } from './report.ts'

export interface ExplainOptions {
  asOf?: string
  exchange?: string
}

/** `explain TICKER FIELD [PERIOD]`: shows the filed lines that a number is made of, as they were public on a day. */
export async function explain(
  { config, output }: CommandContext,
  args: readonly string[],
  options: ExplainOptions,
): Promise<number> {
  const asked = readQuestion(args, options.asOf)
  const open = await openForCommand(config)
  try {
    const explained = await explainStored(open.storage.db, asked, options.exchange)
    output.result(toJson(explained), toText(explained))
    return EXIT_OK
  } finally {
    await open.close()
  }
}

function toJson({
  asked,
  period,
  value,
  unit,
  rule,
  lines,
  publicSince,
  storedValue,
}: ExplainedFigure): object {
  return {
    ticker: asked.ticker,
    field: asked.field,
    period: asked.period.label,
    as_of: asked.asOf,
    start_date: dateOf(period.start),
    end_date: dateOf(period.end),
    value,
    stored_value: storedValue,
    unit,
    public_since: dateOf(publicSince),
    rule,
    lines: lines.map(({ onSplitBasis, start, end, filed: lineFiled, ...line }) => ({
      ...line,
      on_split_basis: onSplitBasis,
      start_date: dateOf(start),
      end_date: dateOf(end),
      filed: dateOf(lineFiled),
    })),
  }
}

function dateOf(day: Day | null): string | null {
  return day === null ? null : formatDay(day)
}

const MARKS: Readonly<Record<ExplainedLine['use'], string>> = {
  added: '+',
  subtracted: '−',
  divides: '/',
  total: '=',
  'not added': ' ',
}

const LEGEND = '+ added, − subtracted, / divides, = the total that they make; without a mark: not added.'

function toText({
  asked,
  period,
  value,
  unit,
  rule,
  lines,
  publicSince,
  storedValue,
}: ExplainedFigure): string[] {
  const days = `${period.start === null ? '' : `${formatDay(period.start)} to `}${formatDay(period.end)}`
  const asOf = asked.asOf === null ? '' : `, as public on ${asked.asOf}`
  return [
    `${asked.ticker} ${asked.field} ${asked.period.label} (${days}${asOf}): ${amount(value)} ${unit}`,
    `Rule: ${rule}.`,
    `What is said of this period is public since ${formatDay(publicSince)}.`,
    ...lines.flatMap(textOf),
    ...(lines.length === 0 ? [] : [LEGEND]),
    ...(isStoredSo(value, storedValue)
      ? []
      : [`Stored is ${amount(storedValue)}, by the rules of another release: import the file again.`]),
  ]
}

function textOf(line: ExplainedLine): string[] {
  const { use, tag, label, value, onSplitBasis, unit, start, end, form, accession, filed } = line
  const days = start === null ? formatDay(end) : `${formatDay(start)} to ${formatDay(end)}`
  const basis = onSplitBasis === null ? '' : ` (${amount(onSplitBasis)} after later splits)`
  return [
    `  ${MARKS[use]} ${amount(value)} ${unit}${basis}  ${tag}${label === null ? '' : ` "${label}"`}`,
    `      ${days}, ${form} ${accession} filed ${formatDay(filed)}`,
  ]
}

function amount(value: number | null): string {
  return value === null ? 'null' : value.toLocaleString('en-US', { maximumFractionDigits: 4 })
}

/** Sums may differ in their last binary digit between engines. */
function isStoredSo(value: number | null, stored: number | null): boolean {
  if (value === null || stored === null) return value === stored
  return Math.abs(value - stored) <= Math.abs(value) * 1e-12
}
