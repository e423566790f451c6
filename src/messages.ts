import { DamagedKey } from './adapters/identity/signing-key.ts'
import { NoJobSchema } from './adapters/jobs/pg-boss.ts'
import { DataDirError } from './adapters/storage/data-dir.ts'
import { UnusableDatabase } from './adapters/storage/session.ts'
import type { Config } from './config/config.ts'
import { ConfigError } from './config/reader.ts'
import type { Server } from './server.ts'
import { TooFewFiles } from './wiring/descriptors.ts'

/** sysexits.h: something is wrong with the configuration. */
const EXIT_CONFIG = 78
export const EXIT_FAILURE = 1
const DEMO_EMAIL = 'you@demo.test'

/** What keeps a process from starting, one line for each problem, and its exit code. */
export function explainFailure(error: unknown): { lines: readonly string[]; exitCode: number } {
  if (error instanceof ConfigError) return { lines: error.problems, exitCode: EXIT_CONFIG }
  return { lines: [sentence(error)], exitCode: EXIT_FAILURE }
}

/** The rest of a sentence, by codes of the system and of PostgreSQL. */
const WHY_NO_DATABASE = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host has no address',
  ETIMEDOUT: 'its host does not answer in time',
  '3D000': 'that server has no database of this name; createdb makes one',
  '28P01': 'the server refuses this user and password',
  '28000': 'the server refuses this user',
}

/** Errors whose message is a sentence for people. */
const SENTENCES = [DataDirError, DamagedKey, NoJobSchema, TooFewFiles, UnusableDatabase]

function sentence(error: unknown): string {
  if (SENTENCES.some((kind) => error instanceof kind)) return (error as Error).message
  const { code, port, path, message } = (error ?? {}) as {
    code?: string
    port?: number
    path?: string
    message?: string
  }
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use: stop what listens there, or set PORT (OPS_PORT for the metrics) to another one.`
    case 'EACCES':
      if (port === undefined) return `This user may not read or write ${path ?? 'a file that is needed'}.`
      return `Port ${port} may not be used by this user: set PORT to one above 1023.`
    case 'EADDRNOTAVAIL':
      return 'HOST is no address of this machine.'
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
    case '3D000':
    case '28P01':
    case '28000':
      return `The database at DATABASE_URL cannot be used: ${WHY_NO_DATABASE[code]}.`
    case 'EMFILE':
      return 'This process has too many files open: raise its limit, as with ulimit -n 4096.'
    case 'ENFILE':
      return 'The whole machine has too many files open: end something else or raise fs.file-max.'
    case 'ENOSPC':
      return 'The disk is full.'
    case 'ENOENT':
      return `${path ?? 'A file that is needed'} is not there.`
    default:
      return `Tidemark met an unexpected error: ${message ?? 'unknown error'}`
  }
}

/** What the line that says `ready` tells of a process. */
export function readyFields({ url, instruments }: Server, { role }: Config): object {
  return role === 'worker' ? { role, url } : { role, url, instruments }
}

/** What `npm run demo` prints once it is ready. */
export async function demoBanner(server: Server, config: Config): Promise<string> {
  const simulated = config.upstreams.includes('demo')
  const token = await server.devTokens?.issue(DEMO_EMAIL)
  const authorization = token === undefined ? 'Bearer <ACCESS_TOKEN>' : `Bearer ${token.token}`
  const source = simulated
    ? `Demo market: ${server.instruments} real names with SIMULATED numbers. Nothing here is a price.`
    : `${server.instruments} imported instruments, no upstream.`
  return `
  Tidemark is ready at ${server.url}
  ${source}

  API reference   ${server.url}/docs
${loginLine(server, config)}  Try it          curl -s '${server.url}/v1/instruments/search?q=apple' -H 'Authorization: ${authorization}'
${token === undefined ? '' : `  The token is ${DEMO_EMAIL}'s and lasts one hour; npm run tidemark -- token --email ${DEMO_EMAIL} makes another.\n`}
  Ctrl-C ends it.
`
}

function loginLine({ issuer }: Server, { bundledProvider }: Config): string {
  if (issuer === null) return ''
  return `  Log in          ${issuer} is an OpenID Connect issuer for clients on this machine (client id ${bundledProvider?.clientId})\n`
}
