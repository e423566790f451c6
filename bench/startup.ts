import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { record } from './figures.ts'
import { residentMiB, start, tidemark } from './processes.ts'
import { realData } from '../tests/support/real-data.ts'

/** The demo from nothing, again, and what it then holds in memory; then a server with many listings. */
export async function benchStartup(): Promise<void> {
  await benchDemo()
  await benchManyListings()
}

/** Ready means that the search finds them. */
async function benchManyListings(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
  const env = { DATA_DIR: dataDir, UPSTREAMS: '' }
  try {
    await tidemark(['import', 'instruments', realData('instruments', 'financedatabase.csv.gz')], env)
    const options = { env, path: '/readyz' }
    await (await start('src/main.ts', ['demo'], options)).stop()
    const later = await start('src/main.ts', ['demo'], options)
    record('start with 183,496 instruments s', later.readySeconds, 'the second one, PGlite')
    await later.stop()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function benchDemo(): Promise<void> {
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
