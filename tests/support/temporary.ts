import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder of the calling test file, removed after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes files into a folder that is removed after the calling test file; returns the path of each. */
export function temporaryFiles(): (content: string | Uint8Array, name?: string) => string {
  const folder = temporaryFolder()
  let count = 0
  return (content, name = `file-${count++}.csv`) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
}
