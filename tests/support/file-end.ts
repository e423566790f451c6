import { afterAll } from 'vitest'

const ends: Array<() => unknown> = []

/**
 * Does something at the end of the calling test file. Also for what is started inside a test or a hook, where Vitest's `afterAll` cannot be
 * called, and for modules that several files share: a hook of theirs would be one of the first file alone.
 */
export function atFileEnd(end: () => unknown): void {
  ends.push(end)
}

/** To be called once for each file, by the setup of its ring. */
export function endWithFile(): void {
  afterAll(async () => {
    await Promise.all(ends.splice(0).map((end) => end()))
  })
}
