import type { Id } from '../kernel/ids.ts'
import type { CostBasisMethod } from '../market/vocabulary.ts'
import type { PortfolioOwner } from './portfolio.ts'

/** What a user has chosen. */
export interface UserPreferences {
  /** ISO 4217. */
  baseCurrency: string
  /** An instrument that returns are compared with; null for none. */
  defaultBenchmarkId: Id | null
  /** Of accounts that are made from now on. */
  costBasisMethod: CostBasisMethod
}

/** How other groups read what users have chosen. */
export interface PreferenceReader {
  /** The defaults for a user who has chosen nothing. */
  of(owner: PortfolioOwner): Promise<UserPreferences>
}
