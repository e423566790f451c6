import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { preparedDataDir, startServer } from '../acceptance/process.ts'
import { eventually } from '../support/eventually.ts'
import { measured } from '../support/measured.ts'

const HARD_STOP_MS = 10_000
const dataDir = await preparedDataDir()

// How a crash goes when every response can be given is in tests/acceptance/crash.test.ts.
test('after an uncaught exception the process ends in ten seconds, whatever is still under way', async () => {
  const server = await startServer({ DATA_DIR: dataDir, DEV_LOGIN_ENABLED: 'true' }, [
    process.execPath,
    '--import',
    './tests/support/throwing-process.ts',
    'src/main.ts',
  ])
  // The server waits 30 seconds for the rest of this body.
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  const head = ['POST /v1/auth/dev-login HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
  socket.write([...head, 'Content-Length: 50', 'Expect: 100-continue', '', '{"em'].join('\r\n'))
  await once(socket, 'data')
  const began = performance.now()
  server.child.kill('SIGUSR2')
  await eventually(() => server.output().includes('uncaught exception'))
  const { code } = await server.ended
  const milliseconds = performance.now() - began
  measured(
    'F16',
    'from the exception to the end of the process',
    `${milliseconds.toFixed(0)} ms, code ${code}`,
  )
  await closed
  expect(code).toBe(1)
  // The positive control: something was under way, and it was waited for.
  expect(milliseconds).toBeGreaterThan(HARD_STOP_MS - 500)
  expect(milliseconds).toBeLessThan(HARD_STOP_MS + 5_000)
})
