import { type Id } from '../../../kernel/ids.ts'

/** The 16 bytes of a UUID; they compare as its text does. */
export function idBytes(id: Id): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

/** The UUID in 16 bytes from `at` on. */
export function idOfBytes(bytes: Uint8Array, at = 0): Id {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset + at, 16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
