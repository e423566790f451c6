import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseCLI, startVitest } from 'vitest/node'

const TMPFS = 0x01021994
/** A run has had 1.4 GB at once. */
const MEMORY_BYTES = 6 * 1024 ** 3

/**
 * `npm test`: Vitest, but that a file whose worker process was ended by a signal is run once more. Vitest's own `retry` covers a
 * test that fails, not a process that dies; such a death is named at the end either way, and the second one fails the run.
 * Whatever tests and the processes that they start leave in the temporary directory goes with the run.
 */
// A short name: a socket's path has at most 107 bytes. Servers of other users are started below it.
const temporary = mkdtempSync(join(process.env['TMPDIR'] ?? memoryFolder() ?? tmpdir(), 'tm-'))
chmodSync(temporary, 0o755)
process.env['TMPDIR'] = temporary
process.on('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 3 }))

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)])
const once = { ...options, watch: false }
const first = await startVitest(filter, once)
const died = endedBySignal(first.state.getUnhandledErrors())
const failed = first.state.getTestModules().some((module) => module.state() === 'failed')
if (died !== null && !failed) {
  const named = died.map((each) => `  ${relative(process.cwd(), each.file)}: ${each.signal}`).join('\n')
  console.log(`\nA worker process was ended by a signal. These files run once more:\n${named}\n`)
  process.exitCode = 0
  await startVitest(
    died.map((each) => each.file),
    once,
  )
  console.log(`\nFLAKY, a worker process was ended by a signal at the first try:\n${named}`)
}

/** A folder in memory with room for a run, null where there is none: every database of a test is some thousand small files. */
function memoryFolder(): string | null {
  const path = '/dev/shm'
  try {
    const { type, bavail, bsize } = statfsSync(path)
    return type === TMPFS && Math.min(bavail * bsize, freemem()) >= MEMORY_BYTES ? path : null
  } catch {
    return null
  }
}

/** The files during which workers were ended by a signal; null where something else went wrong as well, or nothing did. */
function endedBySignal(errors: readonly unknown[]): ReadonlyArray<{ file: string; signal: string }> | null {
  const deaths = errors.flatMap((error) => {
    const { cause } = error as { cause?: { message?: string } }
    const found = / with signal (SIG\w+) .*while running test file (\S+)/.exec(cause?.message ?? '')
    return found === null ? [] : [{ signal: found[1] ?? '', file: found[2] ?? '' }]
  })
  return deaths.length === 0 || deaths.length < errors.length ? null : deaths
}
