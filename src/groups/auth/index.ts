import type { Database } from '../../adapters/storage/database.ts'
import type { Route } from '../../contract/endpoint.ts'
import type { TokenClaims } from '../../ports/identity.ts'
import { createProvider, type ProviderOptions } from './provider.ts'
import { routes } from './routes.ts'
import { createAuth, type Deps, type Entitlement } from './service.ts'
import { createAuthStore } from './store.ts'

export { createAuthStore, createDatabaseKeyStore, type TenantRecord } from './store.ts'

export interface AuthDeps extends Omit<Deps, 'store' | 'provider' | 'clientId'> {
  db: Database
  /** The identity provider of browsers; null without one. */
  oidc: (Omit<ProviderOptions, 'clock'> & { clientId: string | null }) | null
}

/** The group's front door. */
export interface AuthGroup {
  routes: Route[]
  entitlement(claims: TokenClaims): Promise<Entitlement>
  /** Whether somebody has logged out with this token. */
  isRevoked(revocationKey: string): Promise<boolean>
}

export function authGroup({ db, oidc, ...deps }: AuthDeps): AuthGroup {
  const store = createAuthStore(db)
  const provider = oidc === null ? null : createProvider({ ...oidc, clock: deps.clock })
  const service = createAuth({ ...deps, store, provider, clientId: oidc?.clientId ?? null })
  return {
    routes: routes(service),
    entitlement: (claims) => service.entitlement(claims),
    isRevoked: (key) => store.isRevoked(key),
  }
}
