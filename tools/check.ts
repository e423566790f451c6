import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Everything that `npm run check` runs, for people and for CI; all of it runs, even after a failure. */
const STEPS: ReadonlyArray<readonly [name: string, command: string, ...args: string[]]> = [
  ['format', 'oxfmt', '--check'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['types', 'tsc', '--noEmit'],
  ['import rules', 'depcruise', '--config', '.dependency-cruiser.mjs', 'src', 'tests', 'bench', 'tools'],
  ['dead code', 'knip'],
  ['code for tests alone', 'knip', '--production', '--config', 'knip.production.json'],
  ['generated files', 'tools/generate.ts', '--check'],
  ['OpenAPI', 'redocly', 'lint', 'openapi.json'],
]

/** Tools run under the Node that runs this, whatever the path says. */
const RUN = fileURLToPath(new URL('run.mjs', import.meta.url))

// redocly would look for updates and report its use at every run.
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

const failed = STEPS.filter(([name, command, ...args]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, command, ...args], {
    encoding: 'utf8',
    env,
  })
  const ok = status === 0
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`)
  if (!ok) console.log(`${stdout ?? ''}${stderr ?? ''}`)
  return !ok
})
process.exitCode = failed.length > 0 ? 1 : 0
