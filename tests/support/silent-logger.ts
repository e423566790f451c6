import type { Logger } from '../../src/kernel/logger.ts'

/** Writes nothing. */
export const SILENT = new Proxy({}, { get: () => () => undefined }) as unknown as Logger
