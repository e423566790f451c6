import { textFault } from '../../kernel/text.ts'
import type { Refusal } from '../../ports/identity.ts'

/** In characters; OpenID Connect Core gives `sub` as many. */
const MAX_LENGTH = 255

/**
 * Why a token is refused when one of its claims, by their names, contains a text that no caller may be known by; null when all are
 * fit. Only texts are checked here. The value is not included: it may be somebody's address.
 */
export function refuseClaims(claims: Readonly<Record<string, unknown>>): Refusal | null {
  for (const [name, value] of Object.entries(claims)) {
    const fault = typeof value === 'string' ? textFault(value, 'identifier', MAX_LENGTH) : null
    if (fault !== null) return { code: 'TOKEN_INVALID', reason: `claim "${name}" ${fault}` }
  }
  return null
}
