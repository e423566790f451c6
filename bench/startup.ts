import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { record } from './figures.ts'
import { residentMiB, start } from './processes.ts'

/** The demo from nothing, again, and what it then holds in memory. */
export async function benchStartup(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
  const options = { env: { DATA_DIR: dataDir }, path: '/readyz' }
  try {
    const first = await start('src/main.ts', ['demo'], options)
    record('demo first start s', first.readySeconds)
    await first.stop()
    const later = await start('src/main.ts', ['demo'], options)
    record('demo later start s', later.readySeconds)
    record('demo memory MiB', residentMiB(later.pid), 'resident, on a later start')
    await later.stop()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
