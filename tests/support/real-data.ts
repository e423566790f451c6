import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe } from 'vitest'

/** The folder of real public data; see its README. It is read from outside the repository and never copied in. */
const REAL_DATA_DIR =
  process.env['REAL_DATA_DIR'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))

/** A file of the real data. */
export function realData(...path: string[]): string {
  return join(REAL_DATA_DIR, ...path)
}

const present = existsSync(join(REAL_DATA_DIR, 'README.md'))

/**
 * Tests that compute truths from real data: skipped with a clear line where the folder is absent. What `body` itself
 * does is done even then, so files are read in tests and hooks only.
 */
export function describeRealData(name: string, body: () => void): void {
  if (present) {
    describe(name, body)
    return
  }
  if (process.env['REQUIRE_RINGS'] === 'all') {
    throw new Error(`REQUIRE_RINGS=all and there is no real data at ${REAL_DATA_DIR}`)
  }
  console.warn(`SKIPPED, no real data at ${REAL_DATA_DIR}: ${name}`)
  describe.skip(name, body)
}
