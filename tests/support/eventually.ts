import { setTimeout as delay } from 'node:timers/promises'

/** Waits until something holds; fails when it does not within some seconds. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  milliseconds = 8_000,
): Promise<void> {
  const end = performance.now() + milliseconds
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not so within ${milliseconds} ms`)
    await delay(10)
  }
}
