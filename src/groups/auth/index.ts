import type { Database } from '../../adapters/storage/database.ts'
import * as contract from '../../contract/auth.ts'
import { endpointsOf } from '../../contract/endpoint.ts'
import type { Group, GroupAbout } from '../group.ts'
import { DEFAULT_PREFERENCES } from './preferences.ts'
import { routes } from './routes.ts'
import { createAuth, type Deps } from './service.ts'
import { createAuthStore } from './store.ts'

export { createLoginState } from './login-state-store.ts'
export { createProvider, type Provider } from './provider.ts'
export { standingOf } from './role.ts'
export { createAuthStore, createDatabaseKeyStore, type TenantRecord } from './store.ts'

export interface AuthDeps extends Omit<Deps, 'store'> {
  db: Database
}

/** What this group says of itself. */
export const AUTH: GroupAbout = {
  name: 'auth',
  about: 'Who you are, what you may use, and tokens for local development.',
  endpoints: endpointsOf(contract),
}

export function authGroup({ db, ...deps }: AuthDeps): Group {
  const store = createAuthStore(db)
  const service = createAuth({ ...deps, store })
  return {
    routes: routes(service),
    offers: {
      entitlements: {
        entitlement: (claims) => service.entitlement(claims),
        isRevoked: (key) => store.isRevoked(key),
      },
      preferences: {
        of: async (user) => {
          // Whoever reads on behalf of others stores nothing.
          const preferences = (await store.findProfile(user))?.preferences ?? DEFAULT_PREFERENCES
          return {
            baseCurrency: preferences.base_currency,
            defaultBenchmarkId: preferences.default_benchmark_id,
            costBasisMethod: preferences.cost_basis_method,
          }
        },
      },
    },
  }
}
