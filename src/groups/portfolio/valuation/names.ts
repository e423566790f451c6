import type { Id } from '../../../kernel/ids.ts'
import type { InstrumentReader, InstrumentSummary } from '../../../ports/instruments.ts'

/** How the instruments of some rows are called. */
export const namesOf = (
  { instruments }: { instruments: Pick<InstrumentReader, 'summaries'> },
  rows: ReadonlyArray<{ entityId: Id | null }>,
): Promise<ReadonlyMap<Id, InstrumentSummary>> =>
  instruments.summaries([...new Set(rows.flatMap(({ entityId }) => (entityId === null ? [] : [entityId])))])

/** Where nothing needs a name. */
export const NO_NAMES: ReadonlyMap<Id, InstrumentSummary> = new Map()
