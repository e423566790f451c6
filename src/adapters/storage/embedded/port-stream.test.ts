import { EventEmitter, once } from 'node:events'
import type { MessagePort, Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { PortStream } from './port-stream.ts'

/** The part of a worker that a stream sees: it is handed ports, and it may end. */
class FakeWorker extends EventEmitter {
  threadId = 1
  readonly ports: MessagePort[] = []

  postMessage({ port }: { port: MessagePort }): void {
    this.ports.push(port)
  }

  end(): void {
    this.threadId = -1
    this.emit('exit', 1)
  }
}

function bench() {
  const worker = new FakeWorker()
  const stream = new PortStream(worker as unknown as Worker)
  const received: Buffer[] = []
  stream.on('data', (bytes: Buffer) => received.push(bytes))
  return { worker, stream, text: () => Buffer.concat(received).toString() }
}

async function connected() {
  const { worker, stream, text } = bench()
  stream.connect()
  await once(stream, 'connect')
  const [port] = worker.ports
  if (port === undefined) throw new Error('no port')
  return { worker, stream, port, text }
}

describe('a stream over a port', () => {
  it('carries bytes both ways, many small writes as one message', async () => {
    const { stream, port, text } = await connected()
    const message = once(port, 'message') as Promise<[Uint8Array]>
    stream.cork()
    for (const each of ['parse ', 'bind ', 'sync']) stream.write(each)
    stream.uncork()
    expect(Buffer.from((await message)[0]).toString()).toBe('parse bind sync')
    port.postMessage(new TextEncoder().encode('answer'))
    await once(stream, 'data')
    expect(text()).toBe('answer')
    stream.destroy()
  })

  it('leaves the bytes that were written to their owner', async () => {
    const { stream, port } = await connected()
    const message = once(port, 'message') as Promise<[Uint8Array]>
    const bytes = Buffer.from('query')
    stream.write(bytes)
    bytes.fill(0)
    expect(Buffer.from((await message)[0]).toString()).toBe('query')
    stream.destroy()
  })

  it('closes when the other side does, with what came before', async () => {
    const { stream, port, text } = await connected()
    port.postMessage(new TextEncoder().encode('last words'))
    port.close()
    await once(stream, 'close')
    expect(text()).toBe('last words')
  })

  it('closes its port when it is ended or destroyed', async () => {
    for (const end of ['end', 'destroy'] as const) {
      const { stream, port } = await connected()
      const closed = once(port, 'close')
      stream[end]()
      expect(await closed).toBeDefined()
    }
  })

  it('fails when the worker ends, also one that has ended before', async () => {
    const { worker, stream } = await connected()
    const failed = once(stream, 'error')
    const closed = new Promise((resolve) => stream.once('close', resolve))
    worker.end()
    expect(String(await failed)).toContain('has ended')
    await closed
    const late = new PortStream(worker as unknown as Worker)
    const failedToo = once(late, 'error')
    late.connect()
    expect(String(await failedToo)).toContain('has ended')
  })

  it('leaves nothing at the worker', async () => {
    const { worker, stream } = await connected()
    expect(worker.listenerCount('exit')).toBe(1)
    stream.destroy()
    await once(stream, 'close')
    expect(worker.listenerCount('exit')).toBe(0)
  })
})
