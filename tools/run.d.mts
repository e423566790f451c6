export function isSuitable(version: string): boolean
export function candidates(path: string, root: string, own: string): string[]
export function chooseNode(paths: readonly string[]): { path: string | null; tooOld: string[] }
export function resolveProgram(args: readonly string[], root: string): string[]
export function explainNone(tooOld: readonly string[]): string
export function runProgram(given: readonly string[]): void
