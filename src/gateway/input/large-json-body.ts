import { isUtf8 } from 'node:buffer'
import { fail } from '../../kernel/fail.ts'
import { randomId } from '../../kernel/ids.ts'
import { createPause } from '../../kernel/pause.ts'
import { type ArrayListener, decodeUtf8, JsonShape, parseJson } from './json-body.ts'

/** A smaller body is parsed before anybody could notice. */
export const LARGE_BODY_BYTES = 262_144
/** Bytes that are looked through, and bytes of elements that are parsed, before what else waits has its turn. */
const PIECE_BYTES = 65_536

/** Elements of one array that follow one another. */
interface Run {
  from: number
  to: number
}

/**
 * Does what `parseJsonBody` does, in turns: to parse sixteen megabytes at once takes some 200 ms, in which nobody else is served. The
 * elements of a long array that is an element or member of the body, as those of our endpoints are, are parsed apart, and the rest of the body with
 * a string in the place of each run of them, so that JSON.parse alone says what is JSON.
 */
export async function parseLargeJsonBody(bytes: Buffer, pieceBytes = PIECE_BYTES): Promise<unknown> {
  if (!isUtf8(bytes)) fail('MALFORMED_REQUEST', 'The body is not valid UTF-8.')
  const pause = createPause()
  const runs = new Runs(bytes, pieceBytes)
  const shape = new JsonShape(bytes, runs)
  for (let end = 0; end < bytes.length;) {
    end = Math.min(bytes.length, end + pieceBytes)
    shape.read(end)
    await pause()
  }
  const mark = randomId()
  const rest = decodeUtf8(runs.withoutRuns(mark))
  if (rest.trim() === '') return undefined
  const body = parseJson(rest)
  const parts: unknown[] = []
  for (const { from, to } of runs.all) {
    parts.push(parseJson(`[${bytes.toString('utf8', from, to)}]`))
    await pause()
  }
  return filledIn(body, mark, parts)
}

/** Finds the runs while the body is looked through. */
class Runs implements ArrayListener {
  readonly all: Run[] = []
  private readonly bytes: Buffer
  private readonly pieceBytes: number
  private arrayFrom = 0
  private from = 0

  constructor(bytes: Buffer, pieceBytes: number) {
    this.bytes = bytes
    this.pieceBytes = pieceBytes
  }

  begins(at: number): void {
    this.arrayFrom = this.from = at + 1
  }

  divides(at: number): void {
    if (at - this.from >= this.pieceBytes) this.add(at)
  }

  /** An array shorter than a piece stays where it is. */
  ends(at: number): void {
    if (at - this.arrayFrom >= this.pieceBytes) this.add(at)
  }

  /** The body with a string in the place of each run: the mark, which no body can know, and its number. */
  withoutRuns(mark: string): Buffer {
    const pieces: Uint8Array[] = []
    let end = 0
    for (const [number, { from, to }] of this.all.entries()) {
      pieces.push(this.bytes.subarray(end, from), Buffer.from(`"${mark} ${number}"`))
      end = to
    }
    return Buffer.concat([...pieces, this.bytes.subarray(end)])
  }

  private add(to: number): void {
    // Nothing between two commas must stay what it is, no JSON.
    if (!isBlank(this.bytes, this.from, to)) this.all.push({ from: this.from, to })
    this.from = to + 1
  }
}

function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) > 0x20) return false
  return true
}

function filledIn(body: unknown, mark: string, parts: readonly unknown[]): unknown {
  if (parts.length === 0 || typeof body !== 'object' || body === null) return body
  const members = body as Record<string, unknown>
  for (const [key, value] of Object.entries(members)) {
    if (!Array.isArray(value)) continue
    const first: unknown = value[0]
    if (typeof first !== 'string' || !first.startsWith(mark)) continue
    members[key] = value.flatMap((each: string) => parts[Number(each.slice(mark.length))])
  }
  return body
}
