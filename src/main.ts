import { once } from 'node:events'
import { pino } from 'pino'
import { resetDataDir } from './adapters/storage/data-dir.ts'
import { type Config, readConfig } from './config/config.ts'
import { readEnv, withDemoDefaults } from './config/env.ts'
import { describeError, type Logger } from './kernel/logger.ts'
import { surviveUnreadOutput } from './kernel/unread-output.ts'
import { demoBanner, EXIT_FAILURE, explainFailure, readyFields } from './messages.ts'
import type { Server } from './server.ts'
import { readStart, type StartOptions } from './start-options.ts'
import { openStorage } from './wiring/storage.ts'

/** From the first signal to the end of the process at most; orchestrators kill after 30 s. */
const STOP_MS = 28_000
/** The same after an uncaught exception: longer than responses under way need. */
const HARD_STOP_MS = 10_000

// Whatever this process or its database makes is its user's alone.
process.umask(0o077)

surviveUnreadOutput()

const exitCode = await begin()
// An exception during the end has set it already.
process.exitCode ??= exitCode

/** Starts what the arguments ask for, or says what is wrong with them. */
async function begin(): Promise<number> {
  const asked = readStart(process.argv.slice(2))
  if ('start' in asked) return main(asked.start)
  const stream = asked.exitCode === 0 ? process.stdout : process.stderr
  stream.write(`${asked.text}\n`)
  return asked.exitCode
}

async function main({ demo, reset }: StartOptions): Promise<number> {
  const signals = stopSignals()
  try {
    const config = readConfig(demo ? withDemoDefaults(readEnv()) : readEnv())
    const logger: Logger = pino({ level: config.logLevel, base: { pid: process.pid } })
    if (reset && config.databaseUrl === null) resetDataDir(config.dataDir)
    logUncaught(logger)
    const server = await start(config, logger)
    if (demo && config.role !== 'worker') process.stdout.write(await demoBanner(server, config))
    else logger.info(readyFields(server, config), 'ready')
    return await serve(server, logger, signals)
  } catch (error) {
    const { lines, exitCode } = explainFailure(error)
    for (const line of lines) process.stderr.write(`${line}\n`)
    return exitCode
  }
}

/** The embedded database opens in a thread of its own, which takes as long as to load the rest of the product. */
async function start(config: Config, logger: Logger): Promise<Server> {
  const opening = openStorage(config, { logger })
  const [{ startServer }, storage] = await Promise.all([import('./server.ts'), opening])
  return startServer(config, logger, { storage })
}

/** What signals ask for: the first one to stop, SIGINT and every further one to be quick about it. */
interface StopSignals {
  stop: AbortSignal
  hurry: AbortSignal
}

function stopSignals(): StopSignals {
  const [stop, hurry] = [new AbortController(), new AbortController()]
  process.on('SIGINT', () => {
    hurry.abort()
    stop.abort()
  })
  process.on('SIGTERM', () => {
    if (stop.signal.aborted) hurry.abort()
    stop.abort()
  })
  return { stop: stop.signal, hurry: hurry.signal }
}

/**
 * Logs uncaught exceptions, a rejected promise included. While the server starts there is nothing to bring to an end, and
 * Node ends the process with code 1.
 */
function logUncaught(logger: Logger): void {
  process.on('uncaughtExceptionMonitor', (error: unknown, origin) => {
    logger.fatal({ origin, ...describeError(error) }, 'uncaught exception')
  })
}

/** Resolves once something was caught by nobody: what the process holds in memory may be wrong from then on. */
function uncaught(): Promise<number> {
  return new Promise((resolve) => {
    process.on('uncaughtException', () => {
      process.exitCode = EXIT_FAILURE
      resolve(EXIT_FAILURE)
    })
  })
}

/** Serves until a signal or a failure and ends the process; what hangs then cannot keep it. */
async function serve(server: Server, logger: Logger, { stop, hurry }: StopSignals): Promise<never> {
  const stopped = stop.aborted ? Promise.resolve() : once(stop, 'abort')
  const failed = server.failed.catch((error: unknown) => {
    logger.fatal({ error: String(error) }, 'the server cannot go on')
    return EXIT_FAILURE
  })
  const code = await Promise.race([stopped.then(() => 0), uncaught(), failed])
  const bound = setTimeout(
    () => {
      logger.warn({}, 'something does not end: the process ends without it')
      process.exit(process.exitCode ?? code)
    },
    code === 0 ? STOP_MS : HARD_STOP_MS,
  )
  bound.unref()
  if (code === 0) await server.drain(hurry)
  await server.close()
  // At once: a process that runs out of work takes its handlers of signals away first, and a further SIGINT would be its end.
  process.exit(process.exitCode ?? code)
}
