import { withoutCourtesy } from './clarifications.ts'

/** Most characters before normalisation; one character can expand to eighteen. */
const MOST_LETTERS = 8_000

/** Normalises full-width letters and removes invisible characters. */
export const plainMessage = (message: string): string =>
  withoutCourtesy(
    message
      .normalize('NFKC')
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/\b(how|who|what|where|when)s\b/gi, "$1's")
      .replace(/(?:\bat )?\brn(?=\W*$)/i, 'right now')
      .slice(0, MOST_LETTERS),
  )
