import { once } from 'node:events'
import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type BlockList, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type Inflate,
  type InflateRaw,
} from 'node:zlib'
import {
  OutsideFailure,
  type FetchOutside,
  type OutsideReply,
  type OutsideRequest,
} from '../../ports/outside.ts'
import { hostOf, mayDial, networksOf, refuseUnsafeUrl, unsafe } from './addresses.ts'

/** Finds every address of a name. */
export type ResolveName = (
  name: string,
  found: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void

const MAX_REDIRECTS = 3
const MAX_HEADER_BYTES = 32 * 1024
/** Of deflate, in the first byte of zlib's header. */
const ZLIB_METHOD = 8
const PERMANENT = new Set([301, 308])
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * A way to ask servers outside that cannot be turned against what is inside: every address of a name is checked and the connection goes to a checked one,
 * which a second look at the name cannot change; redirects are checked anew; bytes and time are bounded, and bytes are counted after decoding.
 */
export function outsideFetch(resolve: ResolveName = resolveBySystem): FetchOutside {
  return async (url, request) => {
    const timer = AbortSignal.timeout(request.timeoutMs)
    const signal = request.signal === undefined ? timer : AbortSignal.any([timer, request.signal])
    try {
      return await follow(url, { ...request, signal }, resolve)
    } catch (error) {
      if (error instanceof OutsideFailure) throw error
      if (timer.aborted)
        throw new OutsideFailure('timeout', 'The server did not answer in time.', { cause: error })
      if (signal.aborted) throw new OutsideFailure('aborted', 'The request was given up.', { cause: error })
      throw new OutsideFailure('unreachable', 'The server could not be reached, or its answer broke off.', {
        cause: error,
      })
    }
  }
}

const resolveBySystem: ResolveName = (name, found) => systemLookup(name, { all: true }, found)

async function follow(url: string, request: OutsideRequest, resolve: ResolveName): Promise<OutsideReply> {
  const networks = request.allowedNetworks ?? []
  const allowed = networks.length === 0 ? null : networksOf(networks)
  const redirects = Math.min(request.redirects ?? 0, MAX_REDIRECTS)
  let target = refuseUnsafeUrl(url, allowed)
  let moved = true
  let movedTo: string | null = null
  for (let hop = 0; ; hop++) {
    const reply = await ask(target, request, allowed, resolve)
    const location = reply.headers.get('location')
    if (redirects === 0 || !REDIRECTS.has(reply.status) || location === undefined)
      return { ...reply, movedTo }
    if (hop === redirects) throw new OutsideFailure('redirects', 'The server redirected too often.')
    const next = URL.parse(location, target.href)
    if (next === null) throw new OutsideFailure('redirects', 'The server redirected to nowhere.')
    target = refuseUnsafeUrl(next.href, allowed)
    // Moved for good only as far as every step says so.
    moved &&= PERMANENT.has(reply.status)
    if (moved) movedTo = target.href
  }
}

async function ask(
  url: URL,
  request: OutsideRequest,
  allowed: BlockList | null,
  resolve: ResolveName,
): Promise<Omit<OutsideReply, 'movedTo'>> {
  const response = await connect(url, request, checkedLookup(resolve, allowed), allowed)
  const headers = headersOf(response)
  try {
    // What a redirect says is in its header.
    const wanted =
      response.statusCode !== 304 && !(REDIRECTS.has(response.statusCode ?? 0) && headers.has('location'))
    const body = wanted ? await read(response, headers, request.maxBytes) : new Uint8Array()
    return { status: response.statusCode ?? 0, headers, body, url: url.href }
  } finally {
    response.destroy()
  }
}

/** For the socket: the addresses of a name, if all of them may be dialled. One inner address among others is an attempt. */
function checkedLookup(resolve: ResolveName, allowed: BlockList | null): LookupFunction {
  return (name, options, callback) => {
    resolve(name.replace(/\.+$/, ''), (error, addresses) => {
      if (error !== null) return callback(error, '')
      const [first] = addresses
      if (first === undefined || !addresses.every(({ address }) => mayDial(address, allowed)))
        callback(unsafe(), '')
      else if (options.all === true) callback(null, [...addresses])
      else callback(null, first.address, first.family)
    })
  }
}

function connect(
  url: URL,
  { headers, signal }: OutsideRequest,
  lookup: LookupFunction,
  allowed: BlockList | null,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const asked = send(
      url,
      {
        // A connection of its own: none that was checked for something else.
        agent: false,
        lookup,
        maxHeaderSize: MAX_HEADER_BYTES,
        headers: { 'accept-encoding': 'gzip, deflate, br', connection: 'close', ...headers },
        ...(signal === undefined ? {} : { signal }),
      },
      resolve,
    )
    asked.on('socket', (socket) => {
      socket.once('connect', () => {
        const peer = socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? ''
        if (isIP(hostOf(url)) === 0 && !mayDial(peer, allowed)) asked.destroy(unsafe())
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

function headersOf(response: IncomingMessage): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}

async function read(
  response: IncomingMessage,
  headers: ReadonlyMap<string, string>,
  maxBytes: number,
): Promise<Uint8Array> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  const decoded = await decode(response, headers.get('content-encoding')?.trim().toLowerCase() ?? '')
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of decoded as AsyncIterable<Uint8Array>) {
      length += chunk.length
      if (length > maxBytes) throw tooLarge()
      chunks.push(chunk)
    }
  } finally {
    decoded.destroy()
  }
  return Buffer.concat(chunks)
}

const tooLarge = (): OutsideFailure =>
  new OutsideFailure('too-large', 'The answer has more bytes than are read.')

/** One coding at most: several on top of one another are a way to make much of little. */
async function decode(response: IncomingMessage, encoding: string): Promise<Readable> {
  if (encoding === '' || encoding === 'identity') return response
  const decoder =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? await createInflater(response)
        : encoding === 'br'
          ? createBrotliDecompress()
          : null
  if (decoder === null) {
    throw new OutsideFailure('unreachable', 'The answer is encoded in a way that was not asked for.')
  }
  response.on('error', (error) => decoder.destroy(error))
  return response.pipe(decoder)
}

/** Resolves once there is something to read, or nothing will come: an empty body ends without being readable. */
async function begun(response: IncomingMessage): Promise<void> {
  const settled = new AbortController()
  const { signal } = settled
  const events = ['readable', 'end', 'close'].map((event) => once(response, event, { signal }))
  try {
    await Promise.race(events)
  } finally {
    for (const each of events) each.catch(() => undefined)
    settled.abort()
  }
}

/** `deflate` is meant to have the header of zlib (RFC 9110, 8.4.1.2), and servers also send it without. */
async function createInflater(response: IncomingMessage): Promise<Inflate | InflateRaw> {
  await begun(response)
  const first = response.read(1) as Buffer | null
  if (first === null) return createInflate()
  response.unshift(first)
  return ((first[0] ?? 0) & 0x0f) === ZLIB_METHOD ? createInflate() : createInflateRaw()
}
