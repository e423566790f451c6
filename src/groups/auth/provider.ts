import { singleFlight } from '../../kernel/single-flight.ts'
import { MINUTE_MS, SECOND_MS, type Instant } from '../../kernel/time.ts'
import type { Clock } from '../../ports/clock.ts'

/** What an identity provider says of itself, as far as a browser needs it. */
export interface ProviderDocument {
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  jwksUri: string
  endSessionEndpoint: string | null
}

export interface ProviderOptions {
  /** Without a slash at its end. */
  authUrl: string
  clock: Clock
  /** Reads the discovery document; rejects when it is unreachable. */
  read: () => Promise<unknown>
}

export interface Provider {
  /** Base address, without a slash at its end. */
  authUrl(): string
  /** Null while it has never been read; an old one while it is unreachable. */
  document(): Promise<ProviderDocument | null>
  /** Where a browser ends its session with an issuer; null for another issuer, and for one that has no such page. */
  endSessionEndpoint(issuer: string): Promise<string | null>
}

const FRESH_MS = 5 * MINUTE_MS
/** Whoever asks meanwhile causes no further attempt. */
const RETRY_MS = 5 * SECOND_MS

/** Remembers the discovery document of an identity provider. */
export function createProvider({ authUrl, clock, read }: ProviderOptions): Provider {
  let known: ProviderDocument | null = null
  let nextAt: Instant = 0

  const refresh = singleFlight(async () => {
    try {
      known = parse(await read(), authUrl) ?? known
      nextAt = clock.now() + (known === null ? RETRY_MS : FRESH_MS)
    } catch {
      // The verifier of tokens reads the same document and warns of it.
      nextAt = clock.now() + RETRY_MS
    }
  })

  const document = async (): Promise<ProviderDocument | null> => {
    if (clock.now() >= nextAt) await refresh()
    return known
  }
  return {
    authUrl: () => authUrl,
    document,
    endSessionEndpoint: async (issuer) => {
      const found = await document()
      return found?.issuer === issuer ? found.endSessionEndpoint : null
    },
  }
}

/** Null for what is no discovery document of this provider. The endpoints have customary paths. */
function parse(document: unknown, authUrl: string): ProviderDocument | null {
  const found = (document ?? {}) as Record<string, unknown>
  const { issuer } = found
  const jwksUri = webAddress(found['jwks_uri'])
  if (typeof issuer !== 'string' || issuer.replace(/\/$/, '') !== authUrl || jwksUri === null) return null
  return {
    issuer,
    authorizationEndpoint: webAddress(found['authorization_endpoint']) ?? `${authUrl}/oauth/v2/authorize`,
    tokenEndpoint: webAddress(found['token_endpoint']) ?? `${authUrl}/oauth/v2/token`,
    jwksUri,
    endSessionEndpoint: webAddress(found['end_session_endpoint']),
  }
}

function webAddress(value: unknown): string | null {
  return typeof value === 'string' && /^https?:\/\//.test(value) ? value : null
}
