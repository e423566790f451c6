import type { LoginState } from '../../../ports/login-state.ts'

/** Kinds of records that end with the log-in they belong to. */
const OF_A_GRANT = ['AuthorizationCode', 'RefreshToken']

/** Ends a log-in: its codes and refresh tokens are worth nothing from then on. */
export async function endGrant(state: LoginState, grantId: string): Promise<void> {
  await Promise.all([
    ...OF_A_GRANT.map((each) => state.removeGrant(each, grantId)),
    state.remove('Grant', grantId),
  ])
}
