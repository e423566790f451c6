import { crc32, inflateRawSync } from 'node:zlib'

/** A file inside a zip archive. */
export interface ZipEntry {
  /** Its name without folders. */
  name: string
  text: string
}

/** Thrown when an archive cannot be read; the message is the second half of a sentence that names the file. */
export class DamagedZip extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'DamagedZip'
  }
}

/** Thrown when an archive ends before its directory, which comes last. */
export class CutOffZip extends DamagedZip {
  constructor() {
    super('it was cut off: its directory is missing')
    this.name = 'CutOffZip'
  }
}

/** A record of the central directory. */
interface Member {
  path: string
  method: number
  crc: number
  packedSize: number
  size: number
  /** Where its local header begins. */
  offset: number
}

/** More than any file of prices or rates holds, and little enough to be held as one text. */
export const MAX_BYTES = 400 * 1024 * 1024
const ZIP_MAGIC = 0x04034b50
const DIRECTORY_MAGIC = 0x02014b50
const END_MAGIC = 0x06054b50
const END64_MAGIC = 0x06064b50
const LOCATOR_MAGIC = 0x07064b50
const END_BYTES = 22
const LOCATOR_BYTES = 20
const MAX_COMMENT = 0xffff
/** Stands for a size that the record's ZIP64 field holds instead. */
const IN_ZIP64_FIELD = 0xffffffff
const ZIP64_FIELD = 1
const STORED = 0
const DEFLATED = 8

/** Archives are recognised by their content, not by their name; one without files begins with its end record. */
export function isZip(bytes: Buffer): boolean {
  return bytes.length >= END_BYTES && [ZIP_MAGIC, END_MAGIC].includes(bytes.readUInt32LE())
}

/**
 * The files of an archive, folders left out, read as UTF-8 and checked against their checksums (APPNOTE.TXT of
 * PKWARE: stored and deflated members, ZIP64 too). Throws {@link DamagedZip}.
 */
export function unzip(bytes: Buffer): ZipEntry[] {
  try {
    const members = membersOf(bytes).filter(({ path }) => !path.endsWith('/'))
    if (members.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES) {
      throw new DamagedZip('it unpacks to more than 400 MB')
    }
    return members.map((member) => ({
      name: member.path.slice(member.path.lastIndexOf('/') + 1),
      text: unpack(bytes, member).toString('utf8'),
    }))
  } catch (error) {
    if (error instanceof DamagedZip) throw error
    // Reading outside the buffer and inflating what was not deflated: the archive is not what its headers say.
    throw new DamagedZip('it is no zip archive or a damaged one')
  }
}

function membersOf(bytes: Buffer): Member[] {
  const { count, begin } = directoryOf(bytes)
  const members: Member[] = []
  let at = begin
  while (members.length < count) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_MAGIC) throw new DamagedZip('its directory is damaged')
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
    const [size, packedSize, offset] = withZip64(
      [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)],
      bytes.subarray(nameEnd, extraEnd),
    )
    members.push({
      path: bytes.toString('utf8', at + 46, nameEnd),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packedSize,
      size,
      offset,
    })
    at = extraEnd + bytes.readUInt16LE(at + 32)
  }
  return members
}

/** How many members the archive has and where their directory begins. */
function directoryOf(bytes: Buffer): { count: number; begin: number } {
  const end = endOf(bytes)
  const locator = end - LOCATOR_BYTES
  if (locator < 0 || bytes.readUInt32LE(locator) !== LOCATOR_MAGIC) {
    return { count: bytes.readUInt16LE(end + 10), begin: bytes.readUInt32LE(end + 16) }
  }
  const end64 = Number(bytes.readBigUInt64LE(locator + 8))
  if (bytes.readUInt32LE(end64) !== END64_MAGIC) throw new DamagedZip('its directory is damaged')
  return {
    count: Number(bytes.readBigUInt64LE(end64 + 32)),
    begin: Number(bytes.readBigUInt64LE(end64 + 48)),
  }
}

/** Where the record at the end begins, before which lies the directory and after which only a comment. */
function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT)
  for (let at = bytes.length - END_BYTES; at >= first; at--) {
    if (bytes.readUInt32LE(at) === END_MAGIC) return at
  }
  if (isZip(bytes)) throw new CutOffZip()
  throw new DamagedZip('it is no zip archive or a truncated one')
}

/** Replaces the sizes that stand in the ZIP64 field, which holds just those, in this order, as 64-bit numbers. */
function withZip64(sizes: [number, number, number], extra: Buffer): [number, number, number] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_FIELD) continue
    let next = at + 4
    const read = (size: number): number => {
      if (size !== IN_ZIP64_FIELD) return size
      next += 8
      return Number(extra.readBigUInt64LE(next - 8))
    }
    return [read(sizes[0]), read(sizes[1]), read(sizes[2])]
  }
  return sizes
}

function unpack(bytes: Buffer, { method, crc, packedSize, size, offset }: Member): Buffer {
  if (bytes.readUInt32LE(offset) !== ZIP_MAGIC) throw new DamagedZip('its directory is damaged')
  const begin = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const packed = bytes.subarray(begin, begin + packedSize)
  if (method !== STORED && method !== DEFLATED) {
    throw new DamagedZip('it is compressed by a method other than deflate')
  }
  const content =
    method === STORED || size === 0
      ? packed.subarray(0, size)
      : inflateRawSync(packed, { maxOutputLength: size })
  if (content.length !== size || crc32(content) !== crc) {
    throw new DamagedZip('its content does not match its checksum')
  }
  return content
}
