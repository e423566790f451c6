import { describe, expectTypeOf, test } from 'vitest'
import { getMe, getOidcConfig } from '../../src/contract/auth.ts'
import type { Call, Caller } from '../../src/contract/endpoint.ts'
import type { AuthDatabase } from '../../src/groups/auth/tables.ts'
import type { PortfolioDatabase } from '../../src/groups/portfolio/tables.ts'

// What the compiler holds: `npm run check` fails where one of these expectations does.

describe('a handle of a group', () => {
  test('knows its own tables and no others', () => {
    const read = (portfolio: PortfolioDatabase, auth: AuthDatabase) => [
      portfolio.selectFrom('watchlist'),
      auth.selectFrom('tenant'),
      // @ts-expect-error the instruments group's
      portfolio.selectFrom('instrument'),
      // @ts-expect-error the portfolio group's
      auth.selectFrom('watchlist'),
    ]
    expectTypeOf(read).toBeFunction()
  })
})

describe('the caller of a handler', () => {
  test('is there where a token is needed, and null where none is', () => {
    expectTypeOf(getMe.auth).toEqualTypeOf<'user'>()
    expectTypeOf(getOidcConfig.auth).toEqualTypeOf<'public'>()
    expectTypeOf<Call<object, object, object, 'user'>['caller']>().toEqualTypeOf<Caller>()
    expectTypeOf<Call<object, object, object, 'public'>['caller']>().toEqualTypeOf<null>()
  })
})
