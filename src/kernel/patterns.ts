/**
 * The source of a group that matches any of some patterns: each line is one, or several with `|` between them, as it stands there, so that a
 * backslash needs no other. Blanks around a line count for nothing.
 */
export const oneOf = ({ raw }: TemplateStringsArray, ...parts: readonly string[]): string => {
  const lines = String.raw({ raw }, ...parts)
    .split('\n')
    .map((line) => line.trim())
  return `(?:${lines.filter((line) => line !== '').join('|')})`
}

/** A pattern of whole words. */
export const wholeWords = (source: string, flags = ''): RegExp => new RegExp(`\\b${source}\\b`, flags)
