import { VARIABLES } from './variables.ts'

/** Environment variables as text; a name with an empty value is present and means "nothing". */
export type Env = Readonly<Record<string, string | undefined>>

/** The process's environment; the only place that reads it. */
export function readEnv(): Env {
  return process.env
}

/** Adds the values of `npm run demo`; whatever the environment has, even empty, stays. */
export function withDemoDefaults(env: Env): Env {
  const demo = VARIABLES.flatMap(({ name, demo: value }) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { ...Object.fromEntries(demo), ...env }
}
