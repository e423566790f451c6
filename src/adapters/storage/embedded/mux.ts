import {
  ClientFramer,
  copiesIn,
  EngineScanner,
  fatal,
  greeting,
  type Notification,
  REFUSE_COPY,
  REFUSE_ENCRYPTION,
  ROLLBACK,
} from './wire.ts'

/** The one connection of the engine: runs a batch of messages and hands over the raw answer. */
export interface Engine {
  serverVersion: string
  run(batch: Uint8Array, onData: (chunk: Uint8Array) => void): Promise<void>
  /** Called when it has said that it cannot go on. */
  panicked(): void
}

/** One client, whatever carries its bytes. */
export interface ClientLink {
  send(bytes: Uint8Array): void
  close(): void
}

interface Session {
  link: ClientLink
  framer: ClientFramer
  batches: Uint8Array[]
  closed: boolean
}

/** A transaction that its client has left idle this long is rolled back, or nobody else could ever work. */
const IDLE_IN_TRANSACTION_MS = 30_000

/**
 * Shares an engine that has a single connection between several clients, as a pooler in transaction mode does:
 * a client owns the engine from its first message until it is out of its transaction; the others wait in order.
 * Session state (`SET`, `LISTEN`, named statements) is therefore shared and must not be used.
 */
export class WireMux {
  private readonly engine: Engine
  private readonly onNotification: (notification: Notification) => void
  private readonly waiting: Session[] = []
  private owner: Session | null = null
  private running = false
  private idleTimer: NodeJS.Timeout | undefined

  constructor(engine: Engine, onNotification: (notification: Notification) => void) {
    this.engine = engine
    this.onNotification = onNotification
  }

  /** Adds a client; the response takes its bytes and its end. */
  connect(link: ClientLink): { receive(bytes: Uint8Array): void; end(): void } {
    const session: Session = { link, framer: new ClientFramer(), batches: [], closed: false }
    return {
      receive: (bytes) => this.receive(session, bytes),
      end: () => this.end(session),
    }
  }

  private receive(session: Session, bytes: Uint8Array): void {
    if (session.closed) return
    for (const event of session.framer.push(bytes)) {
      if (event.kind === 'encryption') session.link.send(REFUSE_ENCRYPTION)
      else if (event.kind === 'startup') session.link.send(greeting(this.engine.serverVersion))
      else if (event.kind === 'batch')
        this.enqueue(session, copiesIn(event.bytes) ? REFUSE_COPY : event.bytes)
      else return this.end(session)
    }
  }

  private end(session: Session): void {
    if (session.closed) return
    session.closed = true
    session.link.close()
    session.batches = []
    // Its open transaction dies with it, exactly as a lost connection's would.
    if (this.owner === session) this.enqueue(session, ROLLBACK)
  }

  private enqueue(session: Session, batch: Uint8Array): void {
    session.batches.push(batch)
    if (!this.waiting.includes(session)) this.waiting.push(session)
    void this.pump()
  }

  private next(): Session | undefined {
    const index = this.owner === null ? 0 : this.waiting.indexOf(this.owner)
    const session = this.waiting[index]
    if (session !== undefined) this.waiting.splice(index, 1)
    return session
  }

  private async pump(): Promise<void> {
    if (this.running) return
    this.running = true
    for (let session = this.next(); session !== undefined; session = this.next()) {
      const batch = session.batches.shift()
      if (batch === undefined) continue
      await this.run(session, batch)
      // To the back of the line: one client's long pipeline must not keep the others out.
      if (session.batches.length > 0) this.waiting.push(session)
    }
    this.running = false
  }

  private async run(session: Session, batch: Uint8Array): Promise<void> {
    clearTimeout(this.idleTimer)
    const scanner = new EngineScanner(this.onNotification)
    await this.engine.run(batch, (chunk) => {
      for (const piece of scanner.push(chunk)) if (!session.closed) session.link.send(piece)
      if (scanner.panicked) this.engine.panicked()
    })
    this.owner = scanner.state === 'I' ? null : session
    if (this.owner === null) return
    this.watchIdle(session)
    // The client left while its statement ran inside a transaction.
    if (session.closed && batch !== ROLLBACK) {
      session.batches = [ROLLBACK]
      this.waiting.unshift(session)
    }
  }

  /** Counts from the owner's last statement; others who come and wait meanwhile do not prolong it. */
  private watchIdle(owner: Session): void {
    this.idleTimer = setTimeout(() => {
      owner.link.send(fatal('25P03', 'terminating connection due to idle-in-transaction timeout'))
      this.end(owner)
    }, IDLE_IN_TRANSACTION_MS)
    this.idleTimer.unref()
  }
}
