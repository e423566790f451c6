/** What users store, by group. */
type Stored = 'alerts' | 'threads' | 'watchlists' | 'accounts' | 'transactions'

/** What one group says of a user: how much is stored, and how much may be; null when unlimited. */
export interface UsageShare {
  counts: Partial<Record<Stored, number>>
  limits: Partial<Record<Stored, number | null>>
}
