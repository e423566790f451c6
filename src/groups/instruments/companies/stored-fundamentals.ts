import { splitFactorAfter } from '../../../market/adjustment.ts'
import { NO_CURRENCY } from '../../../market/currencies.ts'
import { type Day, type Instant, utcDay } from '../../../kernel/time.ts'
import type { FlowPeriod, FundamentalsSource } from '../../../ports/fundamentals.ts'
import type { ActionsStore } from '../prices/actions-store.ts'
import { adjustingEvents } from '../prices/adjusting-events.ts'
import { IMPORT_SOURCE } from '../imports/import-records.ts'
import type { ReportsStore } from './reports-store.ts'

/** Per-share values undo the splits that market time has not reached yet. */
function onBasis(period: FlowPeriod, factor: number): FlowPeriod {
  const { epsDiluted } = period
  return factor === 1 || epsDiluted === null ? period : { ...period, epsDiluted: epsDiluted * factor }
}

/** Imported company reports as market time would have them: without later periods, and on the split basis of its day. */
export function createStoredFundamentals(
  store: Pick<ReportsStore, 'read'>,
  actions: Pick<ActionsStore, 'adjusting'>,
  marketNow: () => Instant,
): FundamentalsSource {
  return {
    name: IMPORT_SOURCE,
    async reports({ entityId }) {
      const stored = await store.read(entityId)
      if (stored === null) return null
      const today = utcDay(marketNow())
      const ended = ({ end }: { end: Day }): boolean => end <= today
      const { annual, quarterly, balances } = stored.reports
      const basis = splitFactorAfter(
        adjustingEvents(await actions.adjusting(entityId), NO_CURRENCY).splits,
        today,
      )
      return {
        annual: annual.filter(ended).map((period) => onBasis(period, basis)),
        quarterly: quarterly.filter(ended).map((period) => onBasis(period, basis)),
        balances: balances.filter(ended),
      }
    },
    fund: async () => null,
    async sharesOutstanding({ entityId }) {
      const stored = await store.read(entityId)
      // The newest count says nothing of a day before the newest report.
      const newest = stored?.reports.balances[0]?.end ?? Number.NEGATIVE_INFINITY
      return stored === null || newest > utcDay(marketNow()) ? null : stored.sharesOutstanding
    },
  }
}
