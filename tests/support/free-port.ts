import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Systems give outgoing connections ports from 32,768 (Linux) or 49,152 on: one of those may be taken before its program listens, or while it is
 * started again.
 */
const LOWEST = 10_000
const HIGHEST = 32_767
const MOST_TRIES = 100

const given = new Set<number>()

/** A port of this machine that nothing listens on, for programs that cannot say which free one they took. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const port = randomInt(LOWEST, HIGHEST + 1)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
  throw new Error(`no port from ${LOWEST} to ${HIGHEST} is free`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
