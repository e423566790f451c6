import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Engine, WireMux } from './mux.ts'
import type { Notification } from './wire.ts'

function message(type: string, body: Uint8Array | string = ''): Buffer {
  const bytes = Buffer.from(body)
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeUInt32BE(bytes.length + 4, 1)
  return Buffer.concat([head, bytes])
}

const query = (text: string): Buffer => message('Q', `${text}\0`)
const TERMINATE = message('X')
const STARTUP = Buffer.concat([Buffer.from([0, 0, 0, 8, 0, 3, 0, 0])])
const SSL = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
const CANCEL = Buffer.concat([Buffer.from([0, 0, 0, 16, 0x04, 0xd2, 0x16, 0x2e]), Buffer.alloc(8)])

/**
 * One session of a database that knows `begin`, `commit`, `rollback`, `fail` and `notify`, and answers anything else
 * with its own text. It ends each response with ReadyForQuery and the state of the transaction, as PostgreSQL does.
 */
class FakeEngine implements Engine {
  readonly serverVersion = '18.0'
  readonly ran: string[] = []
  panics = 0
  private state: 'I' | 'T' | 'E' = 'I'
  private readonly turn: (text: string) => Promise<void>
  private busy = false

  constructor(turn: (text: string) => Promise<void> = async () => undefined) {
    this.turn = turn
  }

  panicked(): void {
    this.panics++
  }

  async run(batch: Uint8Array, onData: (chunk: Uint8Array) => void): Promise<void> {
    if (this.busy) throw new Error('two batches at once')
    this.busy = true
    const text = Buffer.from(batch).toString('utf8', 5, batch.length - 1)
    this.ran.push(text)
    await this.turn(text)
    const answer = Buffer.concat([...this.answer(text), message('Z', this.state)])
    const middle = Math.floor(answer.length / 2)
    onData(answer.subarray(0, middle))
    await this.turn(text)
    onData(answer.subarray(middle))
    this.busy = false
  }

  private answer(text: string): Buffer[] {
    const verb = text.split(' ')[0]?.toLowerCase()
    if (verb === 'commit' || verb === 'rollback') this.state = 'I'
    else if (this.state === 'E') return [message('E', text)]
    else if (verb === 'begin') this.state = 'T'
    else if (verb === 'fail') {
      if (this.state === 'T') this.state = 'E'
      return [message('E', text)]
    }
    const notified =
      verb === 'notify'
        ? [message('A', Buffer.concat([Buffer.alloc(4), Buffer.from(`tidemark\0${text}\0`)]))]
        : []
    return [...notified, message('C', text)]
  }
}

/** A client's end of a link: what it was sent, split into messages, and whether it was closed. */
class FakeClient {
  readonly received: string[] = []
  closed = false
  onReady: () => void = () => undefined
  private bytes = Buffer.alloc(0)
  private greeted = false
  private readonly session: ReturnType<WireMux['connect']>

  constructor(mux: WireMux, started = true) {
    this.session = mux.connect({ send: (bytes) => this.take(bytes), close: () => (this.closed = true) })
    if (!started) return
    this.send(STARTUP)
    this.received.length = 0
    this.greeted = true
  }

  send(...messages: Uint8Array[]): void {
    this.session.receive(Buffer.concat(messages))
  }

  leave(): void {
    this.session.end()
  }

  private take(chunk: Uint8Array): void {
    this.bytes = Buffer.concat([this.bytes, chunk])
    if (this.bytes[0] === 0x4e && !this.greeted) {
      this.received.push('N')
      this.bytes = this.bytes.subarray(1)
    }
    while (this.bytes.length >= 5) {
      const end = 1 + this.bytes.readInt32BE(1)
      if (this.bytes.length < end) return
      const [type, text] = [String.fromCharCode(this.bytes[0] ?? 0), this.bytes.toString('utf8', 5, end)]
      this.bytes = this.bytes.subarray(end)
      this.received.push(type === 'Z' ? `Z ${text}` : type === 'C' || type === 'E' ? `${type} ${text}` : type)
      if (type === 'Z' && this.greeted) this.onReady()
    }
  }
}

/** Lets everything that can go on without a timer go on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}

function bench(turn?: (text: string) => Promise<void>) {
  const engine = new FakeEngine(turn)
  const notifications: Notification[] = []
  const mux = new WireMux(engine, (each) => notifications.push(each))
  return { engine, notifications, mux, client: (started?: boolean) => new FakeClient(mux, started) }
}

describe('beginning and end of a session', () => {
  it('refuses encryption, greets, and leaves the engine out of it', () => {
    const { engine, client } = bench()
    const one = client(false)
    one.send(SSL)
    expect(one.received).toEqual(['N'])
    one.send(STARTUP)
    expect(one.received.slice(1, 2)).toEqual(['R'])
    expect(one.received.at(-1)).toBe('Z I')
    expect(engine.ran).toEqual([])
  })

  it('takes a wish to cancel for a goodbye', async () => {
    const { engine, client } = bench()
    const one = client(false)
    one.send(CANCEL)
    await settle()
    expect([one.closed, engine.ran]).toEqual([true, []])
  })

  it('closes the link of a client that says goodbye, and hears nothing more from it', async () => {
    const { engine, client } = bench()
    const one = client()
    one.send(TERMINATE)
    one.send(query('too late'))
    await settle()
    expect([one.closed, engine.ran]).toEqual([true, []])
  })
})

describe('a client that wants to send data for a COPY', () => {
  it('gets an error from the engine instead, which never sees the COPY', async () => {
    const { engine, client } = bench()
    const one = client()
    one.send(query('begin'), query('copy note from stdin'), query('rollback'))
    await settle()
    expect(engine.ran[1]).toMatch(/raise exception.*COPY FROM STDIN is not possible/)
    expect([engine.ran[0], engine.ran[2]]).toEqual(['begin', 'rollback'])
  })
})

describe('notifications', () => {
  it('are taken out of the response that they come with and handed over', async () => {
    const { notifications, client } = bench()
    const one = client()
    one.send(query('notify x'))
    await settle()
    expect(one.received).toEqual(['C notify x', 'Z I'])
    expect(notifications).toEqual([{ channel: 'tidemark', payload: 'notify x' }])
  })
})

describe('a transaction', () => {
  it('owns the engine until it ends; the others are served in their order', async () => {
    const { engine, client } = bench()
    const [one, two, three] = [client(), client(), client()]
    one.send(query('begin one'))
    await settle()
    three.send(query('three'))
    two.send(query('two'))
    one.send(query('one'))
    await settle()
    expect(engine.ran).toEqual(['begin one', 'one'])
    one.send(query('commit'))
    await settle()
    expect(engine.ran).toEqual(['begin one', 'one', 'commit', 'three', 'two'])
  })

  it('that has failed still owns the engine', async () => {
    const { engine, client } = bench()
    const [one, two] = [client(), client()]
    one.send(query('begin one'), query('fail'))
    await settle()
    two.send(query('two'))
    await settle()
    expect(engine.ran).toEqual(['begin one', 'fail'])
    one.send(query('rollback'))
    await settle()
    expect(engine.ran.slice(2)).toEqual(['rollback', 'two'])
    expect(one.received).toEqual(['C begin one', 'Z T', 'E fail', 'Z E', 'C rollback', 'Z I'])
  })

  it('is rolled back when its client leaves between two statements', async () => {
    const { engine, client } = bench()
    const [one, two] = [client(), client()]
    one.send(query('begin one'))
    await settle()
    two.send(query('two'))
    one.leave()
    await settle()
    expect(engine.ran).toEqual(['begin one', 'ROLLBACK', 'two'])
    expect(two.received).toEqual(['C two', 'Z I'])
  })

  it.each(['begin one', 'insert'])('is rolled back when its client leaves while "%s" runs', async (last) => {
    const running = Promise.withResolvers<undefined>()
    const { engine, client } = bench(async (text) => (text === last ? running.promise : undefined))
    const [one, two] = [client(), client()]
    one.send(query('begin one'), query('insert'), query('never'))
    await settle()
    two.send(query('two'))
    one.leave()
    running.resolve(undefined)
    await settle()
    const before = last === 'insert' ? ['begin one', 'insert'] : ['begin one']
    expect(engine.ran.slice(0, before.length + 1)).toEqual([...before, 'ROLLBACK'])
    expect(engine.ran).not.toContain('never')
    expect(engine.ran.at(-1)).toBe('two')
    expect(one.received.filter((each) => each.endsWith('insert'))).toEqual([])
  })

  it('that commits while its client leaves stays committed', async () => {
    const running = Promise.withResolvers<undefined>()
    const { engine, client } = bench(async (text) => (text === 'commit' ? running.promise : undefined))
    const one = client()
    one.send(query('begin one'))
    await settle()
    one.send(query('commit'))
    await settle()
    one.leave()
    running.resolve(undefined)
    await settle()
    expect(engine.ran.slice(0, 2)).toEqual(['begin one', 'commit'])
  })

  it('of nobody is rolled back: who leaves while waiting is only forgotten', async () => {
    const { engine, client } = bench()
    const [one, two] = [client(), client()]
    one.send(query('begin one'))
    await settle()
    two.send(query('two'))
    two.leave()
    one.send(query('commit'))
    await settle()
    expect(engine.ran).toEqual(['begin one', 'commit'])
  })
})

describe('a transaction left idle', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('for 30 s is rolled back, its client told and closed, the others served', async () => {
    const { engine, client } = bench()
    const [one, two] = [client(), client()]
    one.send(query('begin one'))
    await settle()
    two.send(query('two'))
    vi.advanceTimersByTime(29_999)
    await settle()
    expect(engine.ran).toEqual(['begin one'])
    vi.advanceTimersByTime(1)
    await settle()
    expect(engine.ran).toEqual(['begin one', 'ROLLBACK', 'two'])
    expect(one.received.at(-1)).toContain('25P03')
    expect([one.closed, two.closed]).toEqual([true, false])
  })

  it('is not prolonged by others who come and wait', async () => {
    const { engine, client } = bench()
    const one = client()
    one.send(query('begin one'))
    await settle()
    for (let second = 0; second < 30; second += 1) {
      vi.advanceTimersByTime(1_000)
      client().send(query(`waiter ${second}`))
      await settle()
    }
    expect(engine.ran[1]).toBe('ROLLBACK')
  })

  it('counts from its last statement, and not at all once it has ended', async () => {
    const { engine, client } = bench()
    const one = client()
    one.send(query('begin one'))
    await settle()
    for (let statement = 0; statement < 5; statement += 1) {
      vi.advanceTimersByTime(20_000)
      one.send(query('work'))
      await settle()
    }
    one.send(query('commit'))
    await settle()
    vi.advanceTimersByTime(120_000)
    await settle()
    expect(engine.ran).not.toContain('ROLLBACK')
    expect(one.closed).toBe(false)
  })
})

describe('several clients in any order', () => {
  const work = fc.constantFrom('work', 'work', 'notify', 'fail')
  const transaction = fc
    .tuple(fc.array(work, { maxLength: 3 }), fc.constantFrom('commit', 'rollback'))
    .map(([inside, end]) => ['begin', ...inside, end])
  const script = fc
    .array(
      fc.oneof(
        transaction,
        work.map((one) => [one]),
      ),
      { maxLength: 4 },
    )
    .map((parts) => parts.flat())
  /** What a client does, whether it sends everything at once, and after how many answers it leaves (never: 99). */
  const behaviour = fc.record({
    script,
    pipelined: fc.boolean(),
    leavesAfter: fc.oneof({ weight: 3, arbitrary: fc.constant(99) }, { weight: 1, arbitrary: fc.nat(6) }),
  })

  interface Running {
    client: FakeClient
    texts: string[]
    answers: number
    left: boolean
  }

  function start(
    client: FakeClient,
    name: number,
    { script: verbs, pipelined, leavesAfter }: { script: string[]; pipelined: boolean; leavesAfter: number },
  ): Running {
    const texts = verbs.map((verb, index) => `${verb} ${name}.${index}`)
    const running: Running = { client, texts, answers: 0, left: false }
    const leave = (): void => {
      running.left = true
      client.leave()
    }
    client.onReady = () => {
      running.answers += 1
      const next = texts[running.answers]
      if (running.answers === leavesAfter) leave()
      else if (!pipelined && next !== undefined) client.send(query(next))
    }
    if (leavesAfter === 0) leave()
    else client.send(...texts.slice(0, pipelined ? texts.length : 1).map(query))
    return running
  }

  it('never come between the statements of a transaction, and each is answered in its own order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(behaviour, { minLength: 1, maxLength: 4 }),
        async (scheduler, behaviours) => {
          const { engine, client } = bench((text) => scheduler.schedule(Promise.resolve(), text))
          const clients: Running[] = []
          const starts = behaviours.map((each, name) =>
            scheduler
              .schedule(Promise.resolve(), `client ${name}`)
              .then(() => clients.push(start(client(), name, each))),
          )
          await scheduler.waitIdle()
          await Promise.all(starts)

          const intruders: string[] = []
          let owner: string | null = null
          for (const text of engine.ran) {
            const [verb = '', id = ''] = text.split(' ')
            const name = id.split('.')[0] ?? ''
            if (owner !== null && verb !== 'ROLLBACK' && name !== owner) intruders.push(text)
            if (verb === 'begin') owner = name
            if (/^(commit|rollback)$/i.test(verb)) owner = null
          }
          expect([intruders, owner]).toEqual([[], null])

          for (const { client: each, texts, answers, left } of clients) {
            const ran = engine.ran.filter((text) => texts.includes(text))
            expect(ran).toEqual(texts.slice(0, ran.length))
            expect(left || (ran.length === texts.length && answers === texts.length)).toBe(true)
            const answered = each.received
              .filter((line) => !line.startsWith('Z'))
              .map((line) => line.slice(2))
            expect(answered).toEqual(texts.slice(0, answered.length))
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
