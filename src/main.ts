import { once } from 'node:events'
import { pino } from 'pino'
import { resetDataDir } from './adapters/storage/data-dir.ts'
import { readConfig } from './config/config.ts'
import { readEnv, withDemoDefaults } from './config/env.ts'
import type { Logger } from './kernel/logger.ts'
import { demoBanner, explainFailure } from './messages.ts'
import { type Server, startServer } from './server.ts'

/** `node src/main.ts` starts from the environment, `node src/main.ts demo [--reset]` with the demo's values. */
const demo = process.argv[2] === 'demo'

/** From the first signal to the end of the process at most; orchestrators kill after 30 s. */
const STOP_MS = 28_000

process.exitCode = await main()

async function main(): Promise<number> {
  const signals = stopSignals()
  try {
    const config = readConfig(demo ? withDemoDefaults(readEnv()) : readEnv())
    const logger: Logger = pino({ level: config.logLevel, base: { pid: process.pid } })
    if (demo && process.argv.includes('--reset') && config.databaseUrl === null) resetDataDir(config.dataDir)
    const server = await startServer(config, logger)
    if (demo) process.stdout.write(await demoBanner(server, config))
    else logger.info({ url: server.url, instruments: server.instruments }, 'ready')
    return await serve(server, logger, signals)
  } catch (error) {
    const { lines, exitCode } = explainFailure(error)
    for (const line of lines) process.stderr.write(`${line}\n`)
    return exitCode
  }
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

/** Serves until a signal or a failure and returns the exit code; what hangs then cannot keep the process. */
async function serve(server: Server, logger: Logger, { stop, hurry }: StopSignals): Promise<number> {
  let exitCode = 0
  try {
    await Promise.race([stop.aborted ? undefined : once(stop, 'abort'), server.failed])
  } catch (error) {
    logger.fatal({ error: String(error) }, 'the server cannot go on')
    exitCode = 1
  }
  setTimeout(() => {
    logger.warn({}, 'something does not end: the process ends without it')
    process.exit(exitCode)
  }, STOP_MS).unref()
  if (exitCode === 0) await server.drain(hurry)
  await server.close()
  return exitCode
}
