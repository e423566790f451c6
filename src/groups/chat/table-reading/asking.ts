import { termsOf } from '../text/terms.ts'

/** Words for computations and tables: labels may contain them, but the subject of a question is other words. */
const ASKING = new Set(
  termsOf(
    `change percentage percent proportion ratio share difference increase decrease number amount value values figure year years year-on-year fiscal financial respective
    respectively between large larger largest small smaller smallest high higher highest low lower lowest greatest great greater less least exceed compare
    nominal annual company end ended ending period thousand million billion dollars absolute combined both overall say reported record account year-end
    constitution from firm group many make up within across total sum average mean table data information provide reflect include show available quarterly regarding respect term recorded incur report form part constitute accounted come came derive generate`,
  ),
)
const CALENDAR = new Set(
  termsOf(
    'january february march april may june july august september october november december jan feb mar apr jun jul aug sep oct nov dec',
  ),
)
const YEAR_TERM = /^(?:fy|f)?(?:19|20)?\d{2}$/
const PLAIN_NUMBER = /^\d+(?:\.\d+)?$/
const SHORT_NUMBER = /^\d{1,2}$/

/** A word of asking; labels may contain it, too. */
export const isAsking = (term: string): boolean => ASKING.has(term)

/** Whether a word belongs to the asking or to a date, and not to the subject. */
export const isOfAsking = (term: string): boolean =>
  ASKING.has(term) || CALENDAR.has(term) || YEAR_TERM.test(term) || PLAIN_NUMBER.test(term)

/** The name of a month. */
export const isMonth = (term: string): boolean => CALENDAR.has(term)

/** A month, a year or a day. */
export const isDate = (term: string): boolean =>
  CALENDAR.has(term) || /^(?:19|20)\d{2}$/.test(term) || SHORT_NUMBER.test(term)
