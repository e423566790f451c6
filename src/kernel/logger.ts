/** The few things the server says about itself; implemented by pino in `server.ts`. */
export interface Logger {
  isLevelEnabled(level: string): boolean
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  fatal(fields: object, message: string): void
}

const LONGEST_MESSAGE = 1_024
const LONGEST_STACK = 4_096

/** An error, or whatever was thrown, as fields of a line; cut off, because a message may repeat what a client sent. */
export function describeError(error: unknown): { error: string; stack: string | undefined } {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { error: message.slice(0, LONGEST_MESSAGE), stack: stack?.slice(0, LONGEST_STACK) }
}
