import { Duplex } from 'node:stream'
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads'
import type { WorkerRequest } from './worker.ts'

/** Id of a thread that has ended. */
const ENDED = -1

/**
 * A socket in `pg`'s eyes, a message port to the database worker in truth. One channel for each connection, so that
 * bytes of a connection that has been destroyed can never reach the next one.
 */
export class PortStream extends Duplex {
  private readonly worker: Worker
  private readonly onWorkerExit = (): void => {
    this.destroy(new Error('the embedded database has ended'))
  }
  private port: MessagePort | null = null

  constructor(worker: Worker) {
    // A session that the other side ends is over for both, as on a socket.
    super({ allowHalfOpen: false })
    this.worker = worker
  }

  /** `pg` calls this with a port and host, which mean nothing here. */
  connect(): this {
    if (this.worker.threadId === ENDED) {
      setImmediate(this.onWorkerExit)
      return this
    }
    this.worker.once('exit', this.onWorkerExit)
    const { port1, port2 } = new MessageChannel()
    this.port = port1
    port1.on('message', (bytes: Uint8Array) => this.push(Buffer.from(bytes.buffer)))
    port1.on('close', () => this.push(null))
    this.worker.postMessage({ kind: 'connect', port: port2 } satisfies WorkerRequest, [port2])
    setImmediate(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.port?.ref()
    return this
  }

  unref(): this {
    this.port?.unref()
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const copy = Uint8Array.from(chunk)
    this.port?.postMessage(copy, [copy.buffer])
    done()
  }

  override _writev(chunks: Array<{ chunk: Buffer }>, done: () => void): void {
    // `pg` writes parse, bind, describe, execute and sync one by one: one message for all of them.
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer', done)
  }

  override _final(done: () => void): void {
    this.port?.close()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.worker.off('exit', this.onWorkerExit)
    this.port?.close()
    done(error)
  }
}
