import { type Day, type Instant, utcDay } from '../../kernel/time.ts'
import type { FundamentalsSource } from '../../ports/fundamentals.ts'
import { IMPORT_SOURCE } from './import-records.ts'
import type { ReportsStore } from './reports-store.ts'

/** Imported company reports; periods that end after market time are not shown. */
export function createStoredFundamentals(
  store: Pick<ReportsStore, 'read'>,
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
      return {
        annual: annual.filter(ended),
        quarterly: quarterly.filter(ended),
        balances: balances.filter(ended),
      }
    },
    fund: async () => null,
    sharesOutstanding: async ({ entityId }) => (await store.read(entityId))?.sharesOutstanding ?? null,
  }
}
