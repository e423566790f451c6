import { withoutCourtesy } from './clarifications.ts'

/** Of a message as it may be; one sign can stand for eighteen. */
const MOST_LETTERS = 8_000

/** Letters of full width as others, and without signs that nobody sees. */
export const plainMessage = (message: string): string =>
  withoutCourtesy(
    message
      .normalize('NFKC')
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/\b(how|who|what|where|when)s\b/gi, "$1's")
      .replace(/(?:\bat )?\brn(?=\W*$)/i, 'right now')
      .slice(0, MOST_LETTERS),
  )
