import type { Database } from '../../adapters/storage/database.ts'
import type { Route } from '../../contract/endpoint.ts'
import type { DevTokens, TokenClaims } from '../../ports/identity.ts'
import { routes } from './routes.ts'
import { createAuth, type Entitlement } from './service.ts'
import { createAuthStore, type TenantRecord } from './store.ts'

export { createAuthStore, createDatabaseKeyStore, type TenantRecord } from './store.ts'

export interface AuthDeps {
  db: Database
  devTokens: DevTokens | null
  adminEmails: readonly string[]
  defaultTier: TenantRecord['tier']
}

/** The group's front door. */
export interface AuthGroup {
  routes: Route[]
  entitlement(claims: TokenClaims): Promise<Entitlement>
}

export function authGroup({ db, ...deps }: AuthDeps): AuthGroup {
  const service = createAuth({ ...deps, store: createAuthStore(db) })
  return { routes: routes(service), entitlement: (claims) => service.entitlement(claims) }
}
