import { withoutCourtesy } from './clarifications.ts'

/** Most characters kept after normalisation, in which one can become eighteen. */
const MOST_LETTERS = 8_000

/** A message with full-width letters, short forms such as `whats` and `rn`, invisible characters and courtesies normalised away. */
export const plainMessage = (message: string): string =>
  withoutCourtesy(
    message
      .normalize('NFKC')
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/\b(how|who|what|where|when)s\b/gi, "$1's")
      .replace(/(?:\bat )?\brn(?=\W*$)/i, 'right now')
      .slice(0, MOST_LETTERS),
  )
