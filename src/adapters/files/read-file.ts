import { constants, createReadStream } from 'node:fs'
import { access, type FileHandle, open, stat } from 'node:fs/promises'
import type { Stats } from 'node:fs'
import { promisify } from 'node:util'
import { createGunzip, gunzip } from 'node:zlib'
import { decodeText } from '../../kernel/decode-text.ts'

/** Thrown when a file cannot be read at all; the message is one sentence that names it. */
export class UnreadableFile extends Error {
  constructor(path: string, why: string) {
    super(`${path}: ${why}`)
    this.name = 'UnreadableFile'
  }
}

const gunzipAsync = promisify(gunzip)
const GZIP_MAGIC = 0x1f8b
const MEGABYTE = 1024 * 1024

/** What a file says that ends before its content does. `how` is the part of a sentence that names the sign. */
export function cutOff(path: string, how: string): UnreadableFile {
  return new UnreadableFile(
    path,
    `it was cut off (${how}), and nothing of it is stored: get it again and repeat the command.`,
  )
}

/**
 * The bytes of a regular file. Its kind and its size are looked at before anything is read: a device has no end and a pipe
 * may never have a beginning. Links are followed. Throws {@link UnreadableFile}, also above `maxBytes`.
 */
export async function readBytes(path: string, maxBytes: number): Promise<Buffer> {
  let handle: FileHandle | null = null
  try {
    refuseOther(path, await stat(path), maxBytes)
    // Should a pipe take its place meanwhile, opening it does not wait for a writer.
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const found = await handle.stat()
    refuseOther(path, found, maxBytes)
    return await readBounded(handle, found.size, () => tooLarge(path, maxBytes, ''))
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    const { code } = error as NodeJS.ErrnoException
    // For messages of the process, not of this file.
    if (code === 'EMFILE' || code === 'ENFILE') throw error
    throw new UnreadableFile(path, whyUnopened(code))
  } finally {
    await handle?.close()
  }
}

/** Why a file cannot be read, as far as that is seen without opening it; null where nothing speaks against it. */
export async function whyUnreadable(path: string): Promise<UnreadableFile | null> {
  try {
    refuseOther(path, await stat(path), Number.POSITIVE_INFINITY)
    await access(path, constants.R_OK)
    return null
  } catch (error) {
    if (error instanceof UnreadableFile) return error
    return new UnreadableFile(path, whyUnopened((error as NodeJS.ErrnoException).code))
  }
}

/** The part of a sentence that says why the system does not open a file. */
export function whyUnopened(code: string | undefined): string {
  switch (code) {
    case 'ENOENT':
      return 'there is no such file.'
    case 'ENOTDIR':
      return 'there is no such file: a part of its path is no folder.'
    case 'EACCES':
    case 'EPERM':
      return 'this user may not read it.'
    case 'ELOOP':
      return 'its link leads back to itself.'
    case 'ENAMETOOLONG':
      return 'its name is longer than a file may have.'
    case 'EIO':
      return 'the disk cannot read it: look at the disk.'
    default:
      return `it cannot be opened (${code ?? 'the system does not say why'}).`
  }
}

/** No more than the file had when it was looked at: one that grows meanwhile is refused. */
async function readBounded(handle: FileHandle, size: number, grown: () => Error): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size + 1)
  let length = 0
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, null)
    if (bytesRead === 0) return bytes.subarray(0, length)
    length += bytesRead
  }
  throw grown()
}

function refuseOther(path: string, found: Stats, maxBytes: number): void {
  if (!found.isFile()) throw new UnreadableFile(path, `it is ${kindOf(found)}, not a file.`)
  if (found.size > maxBytes) throw tooLarge(path, maxBytes, '')
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder'
  if (found.isFIFO()) return 'a pipe'
  return found.isSocket() ? 'a socket' : 'a device'
}

function tooLarge(path: string, maxBytes: number, unpacked: string): UnreadableFile {
  return new UnreadableFile(path, `it is larger than ${maxBytes / MEGABYTE} MB${unpacked}: split it.`)
}

/** Unpacks gzip bytes, recognised by their content; others stay as they are. Throws {@link UnreadableFile}. */
export async function unpackGzip(path: string, bytes: Buffer, maxBytes: number): Promise<Buffer> {
  if (bytes.length < 2 || bytes.readUInt16BE() !== GZIP_MAGIC) return bytes
  try {
    return await gunzipAsync(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(path, maxBytes, ' unpacked')
    if (code === 'Z_BUF_ERROR') throw cutOff(path, 'its compressed data end too early')
    throw new UnreadableFile(path, 'its compression is damaged: get it again.')
  }
}

/**
 * The text of a file in whatever encoding ({@link decodeText}), compressed by gzip or not, of at most `maxBytes` either way. Throws
 * {@link UnreadableFile}.
 */
export async function readText(path: string, maxBytes: number): Promise<string> {
  return decodeText(await unpackGzip(path, await readBytes(path, maxBytes), maxBytes))
}

/**
 * The lines of a regular file of any length, compressed by gzip or not, with their numbers from 1. A line of more than `maxBytes` is
 * passed on as null. `onShare` hears what share of the file's bytes has been read, from 0 to 1. Throws {@link UnreadableFile}.
 */
export async function* readLines(
  path: string,
  maxBytes: number,
  onShare: (share: number) => void = () => undefined,
): AsyncGenerator<{ line: number; text: string | null }> {
  let rest: Buffer[] = []
  let length = 0
  let line = 0
  const take = (end: Buffer): string | null => {
    const bytes = Buffer.concat([...rest, end])
    const isTooLong = length + end.length > maxBytes
    rest = []
    length = 0
    line++
    return isTooLong ? null : bytes.toString('utf8')
  }
  for await (const chunk of chunksOf(path, onShare)) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const text = take(chunk.subarray(from, at))
      yield { line, text }
      from = at + 1
    }
    const end = chunk.subarray(from)
    length += end.length
    // What is too long already need not be kept.
    if (length <= maxBytes) rest.push(end)
    else rest = []
  }
  if (length > 0) {
    const text = take(Buffer.alloc(0))
    yield { line, text }
  }
}

const NEWLINE = 0x0a
const ANY_SIZE = Number.MAX_SAFE_INTEGER

async function* chunksOf(path: string, onShare: (share: number) => void): AsyncGenerator<Buffer> {
  let isPacked = false
  try {
    const found = await stat(path)
    refuseOther(path, found, ANY_SIZE)
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      refuseOther(path, await handle.stat(), ANY_SIZE)
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
      isPacked = bytesRead === 2 && buffer.readUInt16BE() === GZIP_MAGIC
    } finally {
      await handle.close()
    }
    const file = createReadStream(path)
    const unpacked = isPacked ? file.pipe(createGunzip()) : file
    file.on('error', (error) => unpacked.destroy(error))
    for await (const chunk of unpacked) {
      onShare(Math.min(1, file.bytesRead / found.size))
      yield chunk as Buffer
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EMFILE' || code === 'ENFILE' || code === undefined) throw error
    if (code === 'Z_BUF_ERROR') {
      throw new UnreadableFile(
        path,
        'it was cut off (its compressed data end too early); what came before is kept.',
      )
    }
    throw isPacked
      ? new UnreadableFile(path, 'its compression is damaged: get it again.')
      : new UnreadableFile(path, whyUnopened(code))
  }
}
