/** Somebody asked for a part that does not exist. */
export class UnknownPart extends Error {}

/**
 * The parts of a benchmark to run: those that were asked for, in their usual order, or all of them. Throws a sentence with
 * every name for one that does not exist.
 */
export function selectParts(names: readonly string[], asked: readonly string[]): string[] {
  const unknown = asked.filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    throw new UnknownPart(`There is no benchmark ${unknown.join(', ')}: choose from ${names.join(', ')}.`)
  }
  return names.filter((name) => asked.length === 0 || asked.includes(name))
}
