import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/**
 * Everything that `npm run check` runs, for people and for CI; all of it runs, even after a failure. Lint uses every core for the longest, and
 * what is between it and the types uses one: two at once take as long as both cores have work.
 */
const STEPS: ReadonlyArray<readonly [name: string, command: string, ...args: string[]]> = [
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['import rules', 'depcruise', '--config', '.dependency-cruiser.mjs', 'src', 'tests', 'bench', 'tools'],
  ['dead code', 'knip'],
  ['code for tests alone', 'knip', '--production', '--config', 'knip.production.json'],
  ['generated files', 'tools/generate.ts', '--check'],
  ['OpenAPI', 'redocly', 'lint', 'openapi.json'],
  ['format', 'oxfmt', '--check'],
  ['types', 'tsc', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsc.tsbuildinfo'],
]
const AT_ONCE = 2

/** Tools run under the Node that runs this, whatever the path says. */
const RUN = fileURLToPath(new URL('run.mjs', import.meta.url))

// redocly would look for updates and report its use at every run.
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** Runs steps until none is left; they are taken from one list by all who run them. */
async function runSteps(steps: Iterator<(typeof STEPS)[number]>): Promise<void> {
  for (let step = steps.next(); step.done !== true; step = steps.next()) {
    const [name, command, ...args] = step.value
    const child = spawn(process.execPath, [RUN, command, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const [said, complained, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null]>,
    ])
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`)
    if (code === 0) continue
    console.log(`${said}${complained}`)
    process.exitCode = 1
  }
}

const steps = STEPS.values()
await Promise.all(Array.from({ length: AT_ONCE }, () => runSteps(steps)))
