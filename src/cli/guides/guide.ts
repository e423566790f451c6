/** What a newcomer needs to know of an importer: the command line's help and docs/importing.md are written from it. */
export interface Guide {
  summary: string
  description: string
  /** The argument as help names it, and what it is. */
  input: string
  inputMeaning: string
  examples: readonly (readonly [command: string, effect: string])[]
  /** What the layout calls its parts: columns, keys, files. */
  parts: string
  /** Each with what it is. */
  layout: readonly (readonly [name: string, meaning: string])[]
  sample: Sample
  /** Who publishes such files and where; without any promise. */
  sources: readonly string[]
  /** Rows that are left out, written as they would stand in the sample, each with what is said of it. */
  rejected: readonly (readonly [row: string, reason: string])[]
  /** What else is left out or refused, as sentences. */
  alsoRejected: readonly string[]
}

export interface Sample {
  /** How the file is called, and, in a zip, what of it is shown. */
  file: string
  member?: string
  lines: readonly string[]
  /** How it is imported, without the name of the program. */
  command: string
  /** What is printed of it. */
  says: readonly string[]
}
