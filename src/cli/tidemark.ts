import { CommanderError } from 'commander'
import { readFileSync } from 'node:fs'
import { UnreadableFile } from '../adapters/files/csv.ts'
import { readConfig } from '../config/config.ts'
import { readEnv } from '../config/env.ts'
import { createSystemClock } from '../kernel/clock.ts'
import { surviveUnreadOutput } from '../kernel/unread-output.ts'
import { explainFailure } from '../messages.ts'
import type { Run } from './commands/command.ts'
import { CommandError } from './context.ts'
import { createOutput } from './output.ts'
import { createProgram, isAnswered, isIncomplete, usageSentence } from './program.ts'
import { EXIT_FAILURE, EXIT_OK, EXIT_STOPPED } from './report.ts'
import { withServerClock } from './running-server.ts'

// Whatever this process or its database makes is its user's alone.
process.umask(0o077)

// The work goes on to its end all the same.
surviveUnreadOutput()

/** Below npm and a terminal one Ctrl-C may come twice in the same instant. */
const AGAIN_MS = 500

const clock = createSystemClock(null)
const now = (): number => clock.now()

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  let exitCode = EXIT_OK
  const run: Run = async ({ options, isPatient }, work) => {
    const { dryRun = false } = options
    const output = createOutput(process, { ...options, now })
    const stop = isPatient ? stopSignal((text) => output.error(text)) : new AbortController().signal
    try {
      const config = withServerClock(readConfig(readEnv(), 'command'))
      exitCode = await work({ config, output, stop, dryRun })
    } catch (error) {
      const { lines, exitCode: code } = explain(error)
      for (const line of lines) output.error(line)
      exitCode = code
    }
    output.end(exitCode)
  }
  const write = (text: string): void => void process.stdout.write(text)
  const program = createProgram({ run, clock, version: version(), write })
  try {
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      const { lines, exitCode: code } = explain(error)
      for (const line of lines) process.stderr.write(`${line}\n`)
      return code
    }
    if (isAnswered(error)) return EXIT_OK
    if (!isIncomplete(error)) process.stderr.write(`${usageSentence(error, program, args)}\n`)
    return EXIT_FAILURE
  }
  return exitCode
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

function explain(error: unknown): { lines: readonly string[]; exitCode: number } {
  if (error instanceof CommandError || error instanceof UnreadableFile) {
    return { lines: [error.message], exitCode: EXIT_FAILURE }
  }
  return explainFailure(error)
}

/** Aborted by the first Ctrl-C; a further one ends the process, and the database takes back what was under way. */
function stopSignal(say: (text: string) => void): AbortSignal {
  const stop = new AbortController()
  let since = 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!stop.signal.aborted) {
        since = now()
        say('Stopping after what is under way; Ctrl-C once more ends it at once.')
        stop.abort()
      } else if (now() - since > AGAIN_MS) process.exit(EXIT_STOPPED)
    })
  }
  return stop.signal
}
