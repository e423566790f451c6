import type { Database } from '../../adapters/storage/database.ts'
import type { Route } from '../../contract/endpoint.ts'
import type { TokenClaims } from '../../ports/identity.ts'
import { routes } from './routes.ts'
import { createAuth, type Deps, type Entitlement } from './service.ts'
import { createAuthStore } from './store.ts'

export { createLoginState } from './login-state-store.ts'
export { createProvider, type Provider } from './provider.ts'
export { standingOf } from './role.ts'
export { createAuthStore, createDatabaseKeyStore, type TenantRecord } from './store.ts'

export interface AuthDeps extends Omit<Deps, 'store'> {
  db: Database
}

/** The group's front door. */
export interface AuthGroup {
  routes: Route[]
  entitlement(claims: TokenClaims): Promise<Entitlement>
  /** Whether somebody has logged out with this token. */
  isRevoked(revocationKey: string): Promise<boolean>
}

export function authGroup({ db, ...deps }: AuthDeps): AuthGroup {
  const store = createAuthStore(db)
  const service = createAuth({ ...deps, store })
  return {
    routes: routes(service),
    entitlement: (claims) => service.entitlement(claims),
    isRevoked: (key) => store.isRevoked(key),
  }
}
