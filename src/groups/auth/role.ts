import type { TokenClaims } from '../../ports/identity.ts'

/** Who is an administrator. */
export interface AdminRules {
  /** Folded as `foldEmail` does. */
  adminEmails: readonly string[]
  /** Of the identity provider that AUTH_URL names. */
  adminSubjects: readonly string[]
}

/** A role, and for the operator what it comes from or what is missing. */
export interface Standing {
  role: 'member' | 'admin'
  because: string
}

/**
 * The role of a caller with a verified token. Subjects and the role claim count for the identity provider of AUTH_URL
 * alone, and an address only when its issuer vouches for it: otherwise anybody could enter an administrator's.
 */
export function standingOf(claims: TokenClaims, { adminEmails, adminSubjects }: AdminRules): Standing {
  const { email, emailProved, fromProvider, hasAdminClaim, subject } = claims
  const listed = adminSubjects.includes(subject)
  if (fromProvider && listed) return { role: 'admin', because: 'its subject is in ADMIN_SUBJECTS' }
  if (fromProvider && hasAdminClaim)
    return { role: 'admin', because: 'the claim of OIDC_ROLE_CLAIM holds admin' }
  const named = adminEmails.includes(email)
  if (named && emailProved) return { role: 'admin', because: 'its address is in ADMIN_EMAILS and proved' }
  return { role: 'member', because: named || listed ? unproved(claims) : NOT_NAMED }
}

const NOT_NAMED =
  'its subject is not in ADMIN_SUBJECTS, its address not in ADMIN_EMAILS, and no claim of OIDC_ROLE_CLAIM holds admin'

function unproved({ fromProvider }: TokenClaims): string {
  return fromProvider
    ? 'its address is in ADMIN_EMAILS, but neither the token nor userinfo, whichever tells the address, says email_verified: true'
    : 'it is a dev-login token, which gives no role beside an identity provider that is https, nor for ADMIN_SUBJECTS'
}
