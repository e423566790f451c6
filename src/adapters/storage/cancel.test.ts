import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { cancelQuery } from './cancel.ts'

const [PROCESS, SECRET] = [4_711, 815]
/** Codes of the wire protocol, section "Message Formats". */
const [CANCEL_REQUEST, SSL_REQUEST] = [80_877_102, 80_877_103]

/** What a server hears when a query is cancelled; it replies to the first message with `reply` or hangs up. */
async function heard(ssl: boolean, reply: string | null): Promise<number[]> {
  const bytes: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      bytes.push(chunk)
      if (reply === null) socket.end()
      else socket.write(reply)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const session = { host: '127.0.0.1', port, ssl, processID: PROCESS, secretKey: SECRET }
  await cancelQuery(session as unknown as pg.PoolClient)
  await new Promise((resolve) => server.close(resolve))
  const all = Buffer.concat(bytes)
  return Array.from({ length: Math.floor(all.length / 4) }, (_, index) => all.readInt32BE(index * 4))
}

test('a server hears whose query is to be cancelled, and hangs up', async () => {
  expect(await heard(false, null)).toEqual([16, CANCEL_REQUEST, PROCESS, SECRET])
})

test('where the connection has TLS the secret is never sent without it', async () => {
  expect(await heard(true, 'N')).toEqual([8, SSL_REQUEST])
})

test('a server that hangs up at once, or is not there, is no error', async () => {
  expect(await heard(true, null)).toEqual([8, SSL_REQUEST])
  const nowhere = { host: '127.0.0.1', port: 1, ssl: false, processID: PROCESS, secretKey: SECRET }
  await expect(cancelQuery(nowhere as unknown as pg.PoolClient)).resolves.toBeUndefined()
})
