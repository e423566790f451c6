import { formatInstant, parseDay, zonedInstant, type Instant } from '../../kernel/time.ts'
import type { Fields } from './fields.ts'

const NEW_YORK = 'America/New_York'
const DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$/

/**
 * A trading halt in Nasdaq's own namespace: `pubDate` is midnight of its day, the real time is in `HaltDate` and
 * `HaltTime`, in New York. Null for other items.
 */
export function haltOf(fields: Fields): { published: string | null; summaryHtml: string } | null {
  const date = fields.text('ndaq:haltdate')
  if (date === null) return null
  const at = instantOf(date, fields.text('ndaq:halttime'))
  const symbol = fields.text('ndaq:issuesymbol')
  const market = fields.text('ndaq:market')
  const reason = fields.text('ndaq:reasoncode')
  const threshold = fields.text('ndaq:pausethresholdprice')
  const issue = fields.text('ndaq:issuename') ?? symbol ?? 'an issue'
  const listed = [market, symbol].filter((each) => each !== null).join(': ')
  const sentences = [
    `Trading in ${issue}${listed === '' ? '' : ` (${listed})`} was halted${reason === null ? '' : `, reason code ${reason}`}.`,
    ...(threshold === null ? [] : [`Pause threshold price ${threshold}.`]),
    ...resumption(fields),
  ]
  return { published: at === null ? null : formatInstant(at), summaryHtml: escapeHtml(sentences.join(' ')) }
}

function resumption(fields: Fields): string[] {
  const date = fields.text('ndaq:resumptiondate')
  if (date === null) return []
  const quotes = fields.text('ndaq:resumptionquotetime')
  const trades = fields.text('ndaq:resumptiontradetime')
  const when = [
    ...(quotes === null ? [] : [`quotes at ${quotes}`]),
    ...(trades === null ? [] : [`trading at ${trades}`]),
  ]
  return [`Resumption on ${date}${when.length === 0 ? '' : `: ${when.join(', ')} New York time`}.`]
}

function instantOf(date: string, time: string | null): Instant | null {
  const dated = DATE.exec(date)
  const timed = TIME.exec(time ?? '0:00')
  if (dated === null || timed === null) return null
  const [month = '', dayOfMonth = '', year = ''] = dated.slice(1)
  const day = parseDay(`${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`)
  const [hour, minute, second] = [Number(timed[1]), Number(timed[2]), Number(timed[3] ?? 0)]
  if (day === null || hour > 23 || minute > 59 || second > 59) return null
  const millis = Number((timed[4] ?? '').padEnd(3, '0'))
  return zonedInstant(NEW_YORK, day, hour * 60 + minute) + second * 1_000 + millis
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
