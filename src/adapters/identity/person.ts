import { foldEmail } from '../../kernel/email.ts'
import { type Id, nameId } from '../../kernel/ids.ts'

/** Whom an address stands for where nobody checks who somebody is. */
export interface Person {
  /** Folded as `foldEmail` does. */
  email: string
  userId: Id
  tenantId: Id
}

/** The same person however they log in: the user is the address, the tenant its domain. */
export function personOf(email: string): Person {
  const address = foldEmail(email)
  return {
    email: address,
    userId: nameId('user', address),
    tenantId: tenantOfDomain(address.slice(address.lastIndexOf('@') + 1)),
  }
}

/** The tenant of everybody whose address has this domain. */
export function tenantOfDomain(domain: string): Id {
  return nameId('tenant', foldEmail(domain))
}
