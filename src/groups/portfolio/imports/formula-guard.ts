/** What a spreadsheet would take for a formula, behind any number of apostrophes: one more has to come off again. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/
const GUARDED = /^'(?='*[=+\-@＝＋－＠\t\r\n])/

/** The text with an apostrophe before what a spreadsheet would compute; {@link unguarded} takes it away. */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

export const unguarded = (text: string): string => text.replace(GUARDED, '')
