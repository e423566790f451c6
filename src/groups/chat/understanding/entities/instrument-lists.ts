import type { InstrumentSummary } from '../../../../ports/instruments.ts'

/** Whether an instrument is one of several. */
export const isAmong = (one: InstrumentSummary, all: readonly InstrumentSummary[]): boolean =>
  all.some(({ entityId }) => entityId === one.entityId)

/** Each instrument once, in the order of its first mention. */
export const uniqueInstruments = (all: readonly InstrumentSummary[]): InstrumentSummary[] => [
  ...new Map(all.map((each) => [each.entityId, each])).values(),
]
