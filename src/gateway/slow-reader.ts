import type { ServerResponse } from 'node:http'

/** How long a client may take over a response, in milliseconds; a slower one is cut off. */
export interface ReadingTimeouts {
  /** Without taking any of it. */
  stallMs: number
  /** In all. */
  answerMs: number
}

export const READING_TIMEOUTS: ReadingTimeouts = { stallMs: 30_000, answerMs: 300_000 }

/** Bounds the time that a response waits for its client; to be called for what the client did not take at once. */
export function limitReading(response: ServerResponse, timeouts: ReadingTimeouts): void {
  const { socket } = response
  if (socket === null) {
    // It waits for the response before it, which has its own bounds.
    response.once('socket', () => limitReading(response, timeouts))
    return
  }
  // Node looks a second time before it takes a write for stuck.
  socket.setTimeout(timeouts.stallMs / 2)
  const timer = setTimeout(() => socket.destroy(), timeouts.answerMs).unref()
  response.once('close', () => clearTimeout(timer))
}
