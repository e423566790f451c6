/** What a column without a name is called that stands right of another: some brokers have a currency there. */
export const unnamedAfter = (name: string): string => `${name} (2)`

/** The names of a header, in lower case; the first without one behind another by that one. */
export const namesIn = (cells: readonly string[]): string[] => {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  return names.map((name, at) => {
    const before = names[at - 1] ?? ''
    return name === '' && before !== '' ? unnamedAfter(before) : name
  })
}
