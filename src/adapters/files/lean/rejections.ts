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
