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

process.exitCode = await main()

async function main(): Promise<number> {
  const stopping = stopSignal()
  try {
    const config = readConfig(demo ? withDemoDefaults(readEnv()) : readEnv())
    const logger: Logger = pino({ level: config.logLevel, base: { pid: process.pid } })
    if (demo && process.argv.includes('--reset') && config.databaseUrl === null) resetDataDir(config.dataDir)
    const server = await startServer(config, logger)
    if (demo) process.stdout.write(await demoBanner(server, config))
    else logger.info({ url: server.url, instruments: server.instruments }, 'ready')
    return await serve(server, logger, stopping)
  } catch (error) {
    const { lines, exitCode } = explainFailure(error)
    for (const line of lines) process.stderr.write(`${line}\n`)
    return exitCode
  }
}

/** Aborted by the first SIGINT or SIGTERM; npm delivers Ctrl-C twice, so a second one means nothing. */
function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => controller.abort())
  return controller.signal
}

async function serve(server: Server, logger: Logger, stopping: AbortSignal): Promise<number> {
  try {
    await Promise.race([stopping.aborted ? undefined : once(stopping, 'abort'), server.failed])
    return 0
  } catch (error) {
    logger.fatal({ error: String(error) }, 'the server cannot go on')
    return 1
  } finally {
    await server.close()
  }
}
