import { readBytes, UnreadableFile } from '../read-file.ts'

/** A row or a file that was left out. */
export interface LeanRejection {
  file: string
  /** 0 when it is about the file as a whole. */
  line: number
  reason: string
  /** How many rows it stands for; 1 unless said. */
  rows?: number
}

export type OnRejected = (rejection: LeanRejection) => void

/** Reports each fault once, however often its file is read: two securities may share the file of one ticker. */
export function onlyOnce(onRejected: OnRejected): OnRejected {
  const said = new Set<string>()
  return (rejection) => {
    const key = `${rejection.file}:${rejection.line}:${rejection.reason}`
    if (said.has(key)) return
    said.add(key)
    onRejected(rejection)
  }
}

/** Factor and map files have a line for each event of a security; the largest has some hundred kilobytes. */
const MAX_TABLE_BYTES = 16 * 1024 * 1024

/** The text of a factor or map file; null when it cannot be read, which is reported. */
export async function readTable(file: string, onRejected: OnRejected): Promise<string | null> {
  try {
    return (await readBytes(file, MAX_TABLE_BYTES)).toString('utf8')
  } catch (error) {
    onRejected({ file, line: 0, reason: reasonOf(file, error) })
    return null
  }
}

/** Why a file of the folder cannot be read, without its name. Rethrows what is not about the file. */
export function reasonOf(file: string, error: unknown): string {
  if (!(error instanceof UnreadableFile)) throw error
  return error.message.slice(`${file}: `.length).replace(/\.$/, '')
}
