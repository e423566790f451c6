import { expect, test } from 'vitest'
import type { TokenClaims } from '../../ports/identity.ts'
import { standingOf } from './role.ts'

const CLAIMS: TokenClaims = {
  issuer: 'https://idp.test',
  subject: 'sub',
  email: 'someone@x.test',
  emailProved: true,
  fromProvider: true,
  hasAdminClaim: false,
  tenantId: '11111111-1111-4111-8111-111111111111',
  expiresAt: 2,
  issuedAt: 1,
  tokenId: null,
}
const RULES = { adminEmails: ['boss@x.test'], adminSubjects: ['boss'] }

test.each<[Partial<TokenClaims>, string, RegExp]>([
  [{ subject: 'boss' }, 'admin', /ADMIN_SUBJECTS/],
  [{ hasAdminClaim: true }, 'admin', /OIDC_ROLE_CLAIM/],
  [{ email: 'boss@x.test' }, 'admin', /ADMIN_EMAILS and proved/],
  [{ email: 'boss@x.test', fromProvider: false }, 'admin', /ADMIN_EMAILS and proved/],
  [{ email: 'boss@x.test', emailProved: false }, 'member', /email_verified/],
  [{ email: 'boss@x.test', emailProved: false, fromProvider: false }, 'member', /dev-login/],
  [{ subject: 'boss', fromProvider: false }, 'member', /dev-login/],
  [{ hasAdminClaim: true, fromProvider: false }, 'member', /not in ADMIN_SUBJECTS/],
  [{}, 'member', /not in ADMIN_SUBJECTS/],
])('a token with %j is of a %s, and the operator learns why', (claims, role, because) => {
  expect(standingOf({ ...CLAIMS, ...claims }, RULES)).toEqual({
    role,
    because: expect.stringMatching(because),
  })
})
