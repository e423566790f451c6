import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import type { Metric } from '../intents/metrics.ts'
import type { ReadMessage } from '../read-message.ts'

/** Most instruments that a choice is among. */
const MOST_OTHERS = 4

/** Instruments of the thread before those that a message names: what `which` chooses from. */
export function othersOf(
  before: Record<'others' | 'instruments', readonly InstrumentSummary[]>,
  named: readonly InstrumentSummary[],
): InstrumentSummary[] {
  const ids = new Set(named.map(({ entityId }) => entityId))
  return [...before.others, ...before.instruments]
    .filter(({ entityId }) => !ids.has(entityId))
    .slice(-MOST_OTHERS)
}

/** Whether a message asks the same metric of another instrument: `which is lower?` after "Apple P/E" and "Microsoft P/E" is about both. */
export const repeats = (
  { metrics, hasTopic }: ReadMessage,
  before: { metrics: readonly Metric[] },
): boolean =>
  !hasTopic &&
  metrics.length === before.metrics.length &&
  metrics.every((each) => before.metrics.includes(each))
