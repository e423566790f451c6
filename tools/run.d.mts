export function isSuitable(version: string): boolean
export interface Machine {
  platform: string
  arch: string
  musl: boolean
}
export function packagedNode(root: string, machine: Machine): string | null
export function candidates(path: string, root: string, own: string, machine?: Machine): string[]
export function chooseNode(paths: readonly string[]): { path: string | null; tooOld: string[] }
export function resolveProgram(args: readonly string[], root: string): string[]
export function explainNone(tooOld: readonly string[], machine?: Machine): string
export function runProgram(given: readonly string[]): void
