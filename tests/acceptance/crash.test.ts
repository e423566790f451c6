import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { linesOf, preparedDataDir, run, type RunningServer, startServer } from './process.ts'

const SABOTAGED = [process.execPath, '--import', './tests/support/throwing-process.ts']
const DATA_DIRS: Readonly<Record<string, string>> = {
  exception: await preparedDataDir(),
  rejection: await preparedDataDir(),
  text: await preparedDataDir(),
}
const LOGIN = '{"email":"a@b.test"}'

function startSabotaged(thrown: string): Promise<RunningServer> {
  const settings = { DATA_DIR: DATA_DIRS[thrown] ?? '', DEV_LOGIN_ENABLED: 'true', THROWN: thrown }
  return startServer(settings, [...SABOTAGED, 'src/main.ts'])
}

/** A request that the server has begun to read and cannot answer yet. */
async function beginLogin(url: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const answer = once(socket, 'close').then(() => text)
  const head = [
    'POST /v1/auth/dev-login HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${LOGIN.length}`,
    'Expect: 100-continue',
  ]
  socket.write([...head, '', ''].join('\r\n'))
  await eventually(() => text.startsWith('HTTP/1.1 100 '))
  return { socket, answer }
}

describe('uncaught exceptions', () => {
  test.concurrent.each([
    ['exception', 'uncaughtException', 'injected exception'],
    ['rejection', 'unhandledRejection', 'injected rejection'],
    ['text', 'unhandledRejection', 'injected text'],
  ])(
    'of the kind %s is one line of the log; responses under way are given; the code is 1',
    async (thrown, origin, message) => {
      const server = await startSabotaged(thrown)
      const { socket, answer } = await beginLogin(server.url)
      server.child.kill('SIGUSR2')
      await eventually(() => server.output().includes('uncaught exception'))
      socket.write(LOGIN)
      const [head = '', body = ''] = (await answer)
        .replace(/^HTTP\/1\.1 100 .*\r\n\r\n/, '')
        .split('\r\n\r\n')
      expect(head).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nConnection: close/i)
      expect(JSON.parse(body)).toMatchObject({ access_token: expect.any(String) })
      const { code, stdout, stderr } = await server.ended
      expect([code, stderr]).toEqual([1, ''])
      const logged = linesOf(stdout).map((line) => JSON.parse(line) as Record<string, unknown>)
      const fatal = logged.filter(({ level }) => level === 60)
      expect(fatal).toEqual([expect.objectContaining({ origin, msg: 'uncaught exception' })])
      expect(fatal[0]?.['error']).toContain(message)
      expect(existsSync(join(DATA_DIRS[thrown] ?? '', 'server.json'))).toBe(false)
    },
  )

  test('ends a process at once that does not look after it (positive control)', async () => {
    const idle = `process.kill(process.pid, 'SIGUSR2'); setTimeout(() => console.log('survived'), 5_000)`
    const { code, stdout, stderr } = await run([...SABOTAGED, '--eval', idle]).ended
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('injected exception')
  })
})
