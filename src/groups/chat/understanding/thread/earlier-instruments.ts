import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import type { Metric } from '../intents/metrics.ts'
import type { ReadMessage } from '../read-message.ts'

/** Instruments that a choice is among. */
const MOST_OTHERS = 4

/** What a thread spoke of before what a message names: what `which` chooses from. */
export function othersOf(
  before: Record<'others' | 'instruments', readonly InstrumentSummary[]>,
  named: readonly InstrumentSummary[],
): InstrumentSummary[] {
  const ids = new Set(named.map(({ entityId }) => entityId))
  return [...before.others, ...before.instruments]
    .filter(({ entityId }) => !ids.has(entityId))
    .slice(-MOST_OTHERS)
}

/** Whether a message asks of something else what was asked before: `which is lower?` behind "Apple P/E" and "Microsoft P/E" is of both. */
export const repeats = (
  { metrics, hasTopic }: ReadMessage,
  before: { metrics: readonly Metric[] },
): boolean =>
  !hasTopic &&
  metrics.length === before.metrics.length &&
  metrics.every((each) => before.metrics.includes(each))
