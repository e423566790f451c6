import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ClientFramer,
  type ClientEvent,
  copiesIn,
  EngineScanner,
  fatal,
  greeting,
  type Notification,
  ROLLBACK,
} from './wire.ts'

/** A message of the protocol: a letter, the length of the rest, the rest. */
function message(type: string, body: Uint8Array | string = ''): Buffer {
  const bytes = Buffer.from(body)
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeUInt32BE(bytes.length + 4, 1)
  return Buffer.concat([head, bytes])
}

/** A message before the session has begun: a length and a code. */
function opening(code: number, body: Uint8Array | string = ''): Buffer {
  const bytes = Buffer.from(body)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(bytes.length + 8, 0)
  head.writeUInt32BE(code, 4)
  return Buffer.concat([head, bytes])
}

const STARTUP = opening(196_608, 'user\0postgres\0\0')
const SSL = opening(80_877_103)
const GSS = opening(80_877_104)
const CANCEL = opening(80_877_102, Buffer.alloc(8))

/** Cuts bytes at the given fractions of their length, so that a chunk may be empty, a byte or everything. */
function chunksOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const at = [0, ...cuts.map((cut) => Math.floor(cut * bytes.length)).sort((a, b) => a - b), bytes.length]
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end))
}

const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
const body = fc.uint8Array({ maxLength: 40 })

function frame(chunks: readonly Uint8Array[]): ClientEvent[] {
  const framer = new ClientFramer()
  return chunks.flatMap((chunk) => framer.push(chunk))
}

describe('what a client sends', () => {
  /** Messages that end a batch with the ones before them that do not. */
  const batch = fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom('P', 'B', 'D', 'E', 'C', 'H', 'd', 'c', 'p'), body), {
        maxLength: 4,
      }),
      fc.tuple(fc.constantFrom('Q', 'S', 'F'), body),
    )
    .map(([before, last]) => Buffer.concat([...before, last].map(([type, bytes]) => message(type, bytes))))

  it('comes out as whole batches in order, however the bytes arrive', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(SSL, GSS), { maxLength: 2 }),
        fc.array(batch, { maxLength: 6 }),
        cuts,
        (asks, batches, at) => {
          const bytes = Buffer.concat([...asks, STARTUP, ...batches, message('X')])
          expect(frame(chunksOf(bytes, at))).toEqual([
            ...asks.map(() => ({ kind: 'encryption' })),
            { kind: 'startup' },
            ...batches.map((each) => ({ kind: 'batch', bytes: Uint8Array.from(each) })),
            { kind: 'terminate' },
          ])
        },
      ),
    )
  })

  it('is kept back until the batch is complete', () => {
    const framer = new ClientFramer()
    framer.push(STARTUP)
    expect(framer.push(message('P', 'select 1'))).toEqual([])
    expect(framer.push(message('E'))).toEqual([])
    expect(framer.push(message('S'))).toHaveLength(1)
  })

  it('is a copy: the chunk may be used again', () => {
    const framer = new ClientFramer()
    framer.push(STARTUP)
    const chunk = message('Q', 'select 1\0')
    const [event] = framer.push(chunk)
    const sent = Uint8Array.from(chunk)
    chunk.fill(0)
    expect(event).toEqual({ kind: 'batch', bytes: sent })
  })

  it('may be a wish to cancel instead of a session', () => {
    expect(frame([CANCEL])).toEqual([{ kind: 'cancel' }])
  })

  it.each([
    ['a length below that of a startup message', [opening(80_877_103).fill(0, 0, 4)]],
    ['a negative length of a startup message', [Buffer.alloc(8, 0xff)]],
    ['a length below that of a message', [STARTUP, Buffer.from('Q\0\0\0\x03')]],
    ['a negative length of a message', [STARTUP, Buffer.from([0x51, 0xff, 0xff, 0xff, 0xff])]],
  ])('ends at %s', (_, chunks) => {
    expect(frame(chunks).at(-1)).toEqual({ kind: 'terminate' })
  })

  it('may be anything without doing harm', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 5 }),
        (started, chunks) => {
          expect(frame([...(started ? [STARTUP] : []), ...chunks]).length).toBeLessThan(200)
        },
      ),
    )
  })
})

describe('a batch that asks its client for data', () => {
  const parse = (text: string): Buffer => message('P', `\0${text}\0\0\0`)
  const rest = [message('B', 'copy from stdin'), message('E'), message('S')]

  it.each([
    message('Q', 'copy note from stdin\0'),
    message('Q', 'COPY public.note (id, text)\n FROM  STDIN with (format csv)\0'),
    message('Q', 'begin; copy note from stdin; commit\0'),
    Buffer.concat([parse('copy note from stdin'), ...rest]),
    Buffer.concat([parse('select 1'), parse('Copy note From Stdin'), ...rest]),
  ])('is told from others: %#', (batch) => {
    expect(copiesIn(Uint8Array.from(batch))).toBe(true)
  })

  it.each([
    message('Q', 'copy note to stdout\0'),
    message('Q', "copy note from '/tmp/file'\0"),
    message('Q', 'select 1 as copy; select stdin from note\0'),
    message('Q', 'select photocopy from stdin\0'),
    Buffer.concat([parse('insert into note values ($1)'), ...rest]),
    message('S'),
  ])('is not one of these: %#', (batch) => {
    expect(copiesIn(Uint8Array.from(batch))).toBe(false)
  })
})

describe('what the engine sends', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map((each) => each.replaceAll('\0', ''))
  const notification = fc.record({ channel: text, payload: text })
  const ready = fc.constantFrom('I', 'T', 'E').map((state) => ({ kind: 'ready' as const, state }))
  const other = fc
    .tuple(fc.constantFrom('T', 'D', 'C', 'E', 'N', 'S', '1', '2'), body)
    .map(([type, bytes]) => ({ kind: 'other' as const, bytes: message(type, bytes) }))
  const notified = notification.map((each) => ({ kind: 'notified' as const, each }))
  const sent = fc.array(fc.oneof(other, other, ready, notified), { maxLength: 12 })

  it('reaches the client without its notifications, however the bytes arrive', () => {
    fc.assert(
      fc.property(sent, cuts, (messages, at) => {
        const encoded = messages.map((each) => {
          if (each.kind === 'other') return each.bytes
          if (each.kind === 'ready') return message('Z', each.state)
          return message(
            'A',
            Buffer.concat([Buffer.alloc(4, 7), Buffer.from(`${each.each.channel}\0${each.each.payload}\0`)]),
          )
        })
        const heard: Notification[] = []
        const scanner = new EngineScanner((each) => heard.push(each))
        const passed = chunksOf(Buffer.concat(encoded), at).flatMap((chunk) => scanner.push(chunk))
        expect(Buffer.concat(passed)).toEqual(
          Buffer.concat(encoded.filter((_, index) => messages[index]?.kind !== 'notified')),
        )
        expect(heard).toEqual(messages.flatMap((each) => (each.kind === 'notified' ? [each.each] : [])))
        expect(scanner.state).toBe(messages.findLast((each) => each.kind === 'ready')?.state ?? 'I')
      }),
    )
  })

  it('reaches the client before the response is complete', () => {
    const scanner = new EngineScanner(() => undefined)
    const row = message('D', 'row')
    expect(Buffer.concat(scanner.push(Buffer.concat([row, message('C', 'SELECT').subarray(0, 3)])))).toEqual(
      row,
    )
  })
})

describe('an engine that gives itself up', () => {
  const error = (severity: string): Buffer =>
    message('E', Buffer.from(`S${severity}\0V${severity}\0C53100\0Mno room\0\0`))

  it.each([
    ['PANIC', true],
    ['FATAL', false],
    ['ERROR', false],
  ])('says so with the severity of its error, which is not %s in a row: %s', (severity, expected) => {
    const scanner = new EngineScanner(() => undefined)
    const row = message('D', Buffer.from('SPANIC\0'))
    const sent = Buffer.concat([row, error(severity)])
    for (const piece of [sent.subarray(0, 9), sent.subarray(9)]) scanner.push(piece)
    expect(scanner.panicked).toBe(expected)
  })
})

/** Splits server messages into their letter and body. */
function messagesOf(bytes: Buffer): Array<[string, Buffer]> {
  const found: Array<[string, Buffer]> = []
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + bytes.readInt32BE(at + 1)
    found.push([String.fromCharCode(bytes[at] ?? 0), bytes.subarray(at + 5, end)])
    at = end
  }
  return found
}

describe('what we say ourselves', () => {
  it('greets with trust, the parameters that clients read, and ready', () => {
    const messages = messagesOf(greeting('18.6'))
    expect(messages[0]).toEqual(['R', Buffer.from([0, 0, 0, 0])])
    expect(messages.at(-1)).toEqual(['Z', Buffer.from('I')])
    const parameters = messages
      .filter(([type]) => type === 'S')
      .map(([, each]) => each.toString().split('\0').slice(0, 2))
    expect(Object.fromEntries(parameters)).toMatchObject({
      server_version: '18.6',
      client_encoding: 'UTF8',
      TimeZone: 'UTC',
      standard_conforming_strings: 'on',
    })
  })

  it('names a fatal error by its code', () => {
    const [[type, fields] = ['', Buffer.alloc(0)]] = messagesOf(fatal('25P03', 'too long'))
    expect(type).toBe('E')
    expect(fields.toString()).toBe('SFATAL\0VFATAL\0C25P03\0Mtoo long\0\0')
  })

  it('rolls back with a simple query', () => {
    expect(ROLLBACK).toEqual(message('Q', 'ROLLBACK\0'))
  })
})
