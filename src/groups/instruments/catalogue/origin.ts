/** The source whose listings and numbers are simulated; everything else is recorded. */
export const SIMULATED_SOURCE = 'demo'

/** True for a listing of the simulated market of which nothing has been imported, and for a simulated source. */
export function isSimulated(source: string): boolean {
  return source === SIMULATED_SOURCE
}

/**
 * Those of the sources that an instrument is served from. The source of its record decides for everything about it:
 * a simulated listing is served from simulated sources alone, any other never from one. Whoever stores something for a
 * simulated listing takes it over (`takeOver` of the instrument store), so that no value is made of both.
 */
export function sourcesFor<T extends { readonly name: string }>(
  { source }: { source: string },
  sources: readonly T[],
): T[] {
  return sources.filter(({ name }) => isSimulated(name) === isSimulated(source))
}
