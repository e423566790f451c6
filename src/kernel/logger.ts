/** The few things the server says about itself; implemented by pino in `server.ts`. */
export interface Logger {
  isLevelEnabled(level: string): boolean
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  fatal(fields: object, message: string): void
}
