import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe } from 'vitest'

/** Debian keeps servers where an ordinary user's path does not lead. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']

/** Where a program lies, or null when this machine has none. */
export function findTool(name: string): string | null {
  const found = FOLDERS.map((folder) => join(folder, name)).find(isExecutable)
  return found ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Tests that need programs beyond Node; without one they are skipped loudly, with REQUIRE_RINGS=all that is a failure. */
export function describeTools(tools: readonly string[], name: string, body: () => void): void {
  const absent = tools.filter((tool) => findTool(tool) === null)
  if (absent.length > 0) {
    const sentence = `${absent.join(', ')} not installed`
    if (process.env['REQUIRE_RINGS'] === 'all') throw new Error(`REQUIRE_RINGS=all and ${sentence}`)
    console.warn(`SKIPPED, ${sentence}: ${name}`)
  }
  const suite = absent.length > 0 ? describe.skip : describe
  suite(name, body)
}
