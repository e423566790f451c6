import type { Day } from '../../../kernel/time.ts'
import type { FactLines, PeriodFacts } from '../../../ports/fundamentals.ts'
import { accountFor, type LineUse } from './account-for.ts'
import { BALANCE_FORMULAS, balanceItems } from './balances.ts'
import type { Basis } from './basis.ts'
import type { Fact } from './facts.ts'
import type { FiscalYear } from './fiscal-years.ts'
import { itemIn, itemReader } from './flows.ts'
import type { Reported, Term } from './reported.ts'
import { shareCountAt } from './shares.ts'
import { add, FLOW_FORMULAS, type FlowName } from './statement-lines.ts'
import { type Reading, readingOf, readStatements } from './statements.ts'
import { unpackFacts } from './packed-facts.ts'
import type { BalanceItem } from './tags.ts'
import { publicOn } from './versions.ts'

/** A line as its filing has it. */
export interface ExplainedLine {
  use: LineUse
  tag: string
  /** What the document calls the tag; null where it does not say. */
  label: string | null
  value: number
  /** The value on the split basis of the number; null where that is the filing's own. */
  onSplitBasis: number | null
  unit: string
  start: Day | null
  end: Day
  accession: string
  form: string
  filed: Day
}

/** Where a number comes from. */
export interface Explanation {
  period: PeriodFacts
  value: number | null
  unit: string
  /** How the lines make the number, or why they make none. */
  rule: string
  lines: ExplainedLine[]
}

/** A line of the statements, or what is made of two. */
export type Figure = keyof FactLines | 'freeCashFlow'

/** Which number of which period, with what was public by the end of which day. */
export interface Question {
  figure: Figure
  fiscalYear: number
  fiscalQuarter: 1 | 2 | 3 | 4 | null
  day: Day
}

/** Shows how a number is composed; null when the filings have no such period. */
export function explainFigure(packed: Uint8Array, question: Question): Explanation | null {
  const { figure, fiscalYear, fiscalQuarter, day } = question
  const table = publicOn(unpackFacts(packed), day)
  const period = readStatements(table).periods.find(
    (each) => each.fiscalYear === fiscalYear && each.fiscalQuarter === fiscalQuarter,
  )
  const reading = readingOf(table)
  const year = [...reading.bases].find(
    ([{ ends }]) => period !== undefined && ends[fiscalQuarter ?? 4] === period.end,
  )
  if (period === undefined || year === undefined) return null
  const value = valueOf(period, figure)
  const context: Context = { ...reading, year: year[0], basis: year[1], period, value }
  const made = madeOf(figure, context)
  return {
    period,
    value,
    unit: unitOf(figure, period.currency),
    rule: value === null && made.lines.length > 0 ? `null: ${made.whyNull}` : made.rule,
    lines: made.lines,
  }
}

interface Context extends Reading {
  year: FiscalYear
  basis: Basis
  period: PeriodFacts
  value: number | null
}

interface Made {
  rule: string
  whyNull: string
  lines: ExplainedLine[]
}

function madeOf(figure: Figure, context: Context): Made {
  if (figure === 'freeCashFlow') {
    const flow = madeOf('operatingCashFlow', context)
    const capex = madeOf('capex', context)
    return {
      rule: `${flow.rule}, + ${capex.rule}`,
      whyNull: 'operating cash flow or capex is not reported',
      lines: [...flow.lines, ...capex.lines],
    }
  }
  if (figure === 'sharesOutstanding') return sharesMade(context)
  if (figure === 'totalDebt' || figure === 'longTermDebt') return debtMade(context)
  if (figure in FLOW_FORMULAS) return flowMade(figure as keyof typeof FLOW_FORMULAS, context)
  return balanceMade(figure as keyof typeof BALANCE_FORMULAS, context)
}

function flowMade(figure: keyof typeof FLOW_FORMULAS, context: Context): Made {
  const { year, basis, period } = context
  const items = itemReader(context)(year, basis)
  const reported = (name: FlowName): Reported | null => itemIn(items, name, period.fiscalQuarter ?? 0)
  const made = formulaMade((item) => FLOW_FORMULAS[figure](item, items.isFinancial), reported, context)
  const whyNull = items.isFinancial && figure === 'grossProfit' ? 'a bank or an insurer' : made.whyNull
  if (figure !== 'epsDiluted' || made.lines.length > 0) return { ...made, whyNull }
  return { ...made, rule: 'no EPS is reported, or its product with the shares is none of the incomes' }
}

function balanceMade(figure: keyof typeof BALANCE_FORMULAS, context: Context): Made {
  const { table, basis, period } = context
  const items = balanceItems(table, basis, period.end)
  const reported = (name: BalanceItem): Reported | null => items?.item(name) ?? null
  return formulaMade(BALANCE_FORMULAS[figure], reported, context)
}

/** The items that a formula asks for until it has its number, with the sign that each has in it. */
function formulaMade<Name extends string>(
  formula: (item: (name: Name) => number | null) => number | null,
  reported: (name: Name) => Reported | null,
  context: Context,
): Made {
  const asked = new Set<Name>()
  const value = formula((name) => {
    asked.add(name)
    return reported(name)?.value ?? null
  })
  const used = [...asked].flatMap((name) => {
    const item = reported(name)
    if (item === null) return []
    // Formulas are sums: a number that is greater by one says which way it counts.
    const moved = formula((each) => (each === name ? item.value + 1 : (reported(each)?.value ?? null)))
    return [{ name, item, sign: value === null || moved === null ? 0 : Math.sign(moved - value) }]
  })
  const formulaText = used.map(({ name, sign }, at) => signed(wordsOf(name), sign, at === 0)).join('')
  const ways = new Set(used.map(({ item }) => wayOf(item.terms)))
  return {
    rule: used.length === 0 ? 'none of its lines is reported' : `${formulaText}: ${[...ways].join('; ')}`,
    whyNull: `a part of it is missing or contradicts another (${[...asked].map(wordsOf).join(', ')})`,
    lines: used.flatMap(({ item, sign }) => item.terms.flatMap((term) => linesOf(term, sign, context))),
  }
}

function signed(name: string, sign: number, isFirst: boolean): string {
  if (isFirst && sign > 0) return name
  return sign === 0 ? ` (beside ${name})` : `${isFirst ? '' : ' '}${sign > 0 ? '+' : '−'} ${name}`
}

/** How the facts of an item make its amount. */
function wayOf(terms: readonly Term[]): string {
  if (terms.some(({ use }) => use === '/')) {
    return 'income over weighted shares, because no filing reports the quarter and the shares moved'
  }
  if (terms.some(({ use }) => use === '-')) {
    return 'the rest of what was reported since the beginning of the year, because no filing reports the quarter'
  }
  const lines = terms.some(({ fact }) => (fact.lines?.length ?? 0) > 1)
  const how = lines ? 'the sum of the distinct lines of one filing' : 'as reported'
  return terms.length > 1 ? `the sum of shorter periods, ${how}` : `${how}, newest filing`
}

function linesOf({ fact, use }: Term, sign: number, context: Context): ExplainedLine[] {
  const turned = sign < 0 ? TURNED[use] : USES[use]
  if (fact.lines === undefined) return [lineOf(fact, sign === 0 ? 'not added' : turned, context)]
  const { value, lines } = fact
  // Payments are reported as positive amounts, and an outflow is negative: each mark says how the filed amount counts.
  const isOutflow = value <= 0
  const uses = accountFor(
    value,
    lines.map((line) => (isOutflow ? -Math.abs(line.value) : line.value)),
  )
  return lines.map((line, at) => {
    const part = uses[at] ?? 'not added'
    return lineOf(
      line,
      part !== 'added' ? part : isOutflow && line.value > 0 ? against(turned) : turned,
      context,
    )
  })
}

/** How the amount with the other sign counts. */
function against(use: LineUse): LineUse {
  return use === 'added' ? 'subtracted' : use === 'subtracted' ? 'added' : use
}

const USES: Readonly<Record<Term['use'], LineUse>> = { '+': 'added', '-': 'subtracted', '/': 'divides' }
const TURNED: Readonly<Record<Term['use'], LineUse>> = { '+': 'subtracted', '-': 'added', '/': 'divides' }

function debtMade({ table, basis, period, value }: Context): Made {
  const debt = balanceItems(table, basis, period.end)?.debt ?? null
  const reported = [...(debt?.facts ?? [])].flatMap(([item, facts]) => facts.map((fact) => ({ item, fact })))
  const lines = reported.filter(({ fact }) => fact.value !== 0)
  const uses = accountFor(
    value ?? Number.NaN,
    lines.map(({ fact }) => fact.value),
  )
  const items = new Set(lines.flatMap(({ item }, at) => (uses[at] === 'added' ? [wordsOf(item)] : [])))
  const how =
    debt?.isFace === true
      ? 'has tags for its statements alone, whose distinct lines add up'
      : 'has tags for its notes too, so that a part of a total is inside it'
  const isReported = reported.length > 0
  return {
    rule: isReported
      ? `${[...items].join(' + ') || 'zero'}, of one filing that ${how}`
      : 'none of its lines is reported',
    whyNull: 'the lines contradict one another, or are parts of what is not reported',
    lines: (lines.length > 0 ? lines : reported).map(({ fact }, at) =>
      lineOf(fact, uses[at] ?? 'added', { table, period }),
    ),
  }
}

function sharesMade({ table, period }: Context): Made {
  const facts = shareCountAt(table, period.end)?.facts ?? []
  return {
    rule: facts.length === 0 ? 'no count near the end of the period' : 'the count nearest to the end',
    whyNull: 'no count near the end of the period',
    lines: facts.map((fact) => lineOf(fact, 'added', { table, period })),
  }
}

function lineOf(
  fact: Fact,
  use: LineUse,
  { table, period }: Pick<Context, 'table' | 'period'>,
): ExplainedLine {
  const { tag, start, end, accession, form, filed } = fact
  const reported = [...(table.tags.get(tag) ?? [])]
    .flatMap(([unit, facts]) => facts.map((other) => ({ unit, other })))
    .filter(({ unit }) => unit.startsWith(period.currency) || !/^[A-Z]{3}\b/.test(unit))
    .filter(
      ({ other }) =>
        other.accession === accession && other.filed === filed && other.start === start && other.end === end,
    )
  // A value on the split basis of the number is not the one that was filed.
  const { unit = '', other = fact } =
    reported.find((each) => each.other.value === fact.value) ?? reported[0] ?? {}
  // A cost that was filed with a minus is added as it was filed.
  const isTurned = fact.value !== 0 && other.value === -fact.value
  return {
    use: isTurned ? against(use) : use,
    tag,
    label: table.labels.get(tag) ?? null,
    value: other.value,
    onSplitBasis: isTurned || other.value === fact.value ? null : fact.value,
    unit,
    start,
    end,
    accession,
    form,
    filed,
  }
}

function unitOf(figure: Figure, currency: string): string {
  if (figure === 'sharesOutstanding') return 'shares'
  return figure === 'epsDiluted' ? `${currency}/shares` : currency
}

/** The number itself; null when no filing reports it. */
export function valueOf(period: PeriodFacts, figure: Figure): number | null {
  return figure === 'freeCashFlow' ? add(period.operatingCashFlow, period.capex) : period[figure]
}

/** `netIncomeToCommon` as words. */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
