/** thinking* token+ sources done, or any prefix of it and one error; one letter per event. */
export const GRAMMAR = /^(?:t*k+sd|t*k*s?e)$/

const LETTERS: Readonly<Record<string, string>> = {
  thinking: 't',
  token: 'k',
  sources: 's',
  done: 'd',
  error: 'e',
}

/** Events by name, as a text to test against {@link GRAMMAR}. */
export const lettersOf = (events: ReadonlyArray<{ event: string }>): string =>
  events.map(({ event }) => LETTERS[event] ?? '?').join('')
