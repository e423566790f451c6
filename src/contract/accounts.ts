import { Type, type Static } from 'typebox'
import { COST_BASIS_METHODS } from '../market/vocabulary.ts'
import { nullable, oneOf, page, PAGE_QUERY, textOf, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { CURRENCY } from './patterns.ts'

/** The most accounts of a user. */
export const MOST_ACCOUNTS = 50

const ACCOUNT_ID = '018f9d1c-3a4b-7c0d-9e1f-2b3c4d5e6f70'
const AT = '2026-01-15T14:30:01.250Z'

export const AccountId = Type.String({ description: 'Opaque id of an account.', examples: [ACCOUNT_ID] })

const ACCOUNT = {
  account_id: ACCOUNT_ID,
  name: 'Broker',
  currency: 'USD',
  allow_short: false,
  cost_basis_method: 'average',
  auto_corporate_actions: true,
  external_ref: null,
  created_at: AT,
  updated_at: AT,
  transaction_count: 2,
}

const accountName = textOf(
  { kind: 'name', maxLength: 80 },
  'Unique among those of the user whatever its case.',
  ACCOUNT.name,
)
/** A currency, in capitals. */
export const currency = (description: string) =>
  Type.String({ pattern: CURRENCY, description, examples: ['USD'] })
const accountCurrency = currency('ISO 4217: what the account is kept in.')
const allowShort = Type.Boolean({
  description: 'Whether more may be sold than is there.',
  examples: [false],
})
const method = oneOf(
  COST_BASIS_METHODS,
  'How sales are matched with purchases; it may be changed at any time.',
  {
    examples: ['average'],
  },
)
const auto = Type.Boolean({
  description: 'Whether recorded splits change quantities by themselves.',
  examples: [true],
})
const externalRef = nullable(
  textOf({ kind: 'name', maxLength: 128 }, 'What a broker calls it; null for nothing.', 'U1234567'),
)

const Account = Type.Object(
  {
    account_id: AccountId,
    name: accountName,
    currency: accountCurrency,
    allow_short: allowShort,
    cost_basis_method: method,
    auto_corporate_actions: auto,
    external_ref: externalRef,
    created_at: timestamp('When it was made, ISO 8601, UTC.'),
    updated_at: timestamp('When it was last changed, ISO 8601, UTC.'),
    transaction_count: Type.Integer({
      minimum: 0,
      description: 'How many transactions it has.',
      examples: [2],
    }),
  },
  {
    $id: 'Account',
    additionalProperties: false,
    description: 'An account of a portfolio.',
    examples: [ACCOUNT],
  },
)
export type Account = Static<typeof Account>

const AccountPage = page(Account)
export type AccountPage = Static<typeof AccountPage>

const OPTIONS = {
  allow_short: Type.Optional(allowShort),
  cost_basis_method: Type.Optional(method),
  auto_corporate_actions: Type.Optional(auto),
  external_ref: Type.Optional(externalRef),
}

const AccountInput = Type.Object(
  { name: accountName, currency: accountCurrency, ...OPTIONS },
  {
    $id: 'AccountInput',
    additionalProperties: false,
    description:
      'An account to be made. Unless said: no shorts, the cost basis method of the preferences, recorded splits applied.',
    examples: [{ name: 'Broker', currency: 'USD' }],
  },
)
export type AccountInput = Static<typeof AccountInput>

const AccountChanges = Type.Object(
  { name: Type.Optional(accountName), currency: Type.Optional(accountCurrency), ...OPTIONS },
  {
    $id: 'AccountChangesInput',
    additionalProperties: false,
    description: 'What to change; what is left out stays. The transactions stay as they are.',
    examples: [{ cost_basis_method: 'fifo' }],
  },
)
export type AccountChanges = Static<typeof AccountChanges>

const deleted = Type.Boolean({ const: true, description: 'Always true.', examples: [true] })

const AccountDeleted = Type.Object(
  { account_id: AccountId, deleted },
  {
    $id: 'AccountDeleted',
    additionalProperties: false,
    description: 'An account that is no more.',
    examples: [{ account_id: ACCOUNT_ID, deleted: true }],
  },
)

const ACCOUNTS = '/v1/portfolio/accounts'
const ACCOUNT_PATH = `${ACCOUNTS}/{account_id}` as const
const accountParams = Type.Object({ account_id: AccountId })

export const listAccounts = endpoint({
  id: 'portfolio.listAccounts',
  method: 'GET',
  path: ACCOUNTS,
  auth: 'user',
  summary: 'Your accounts',
  description: 'The oldest first.',
  query: Type.Object(PAGE_QUERY),
  reply: AccountPage,
  errors: [],
})

export const createAccount = endpoint({
  id: 'portfolio.createAccount',
  method: 'POST',
  path: ACCOUNTS,
  auth: 'user',
  summary: 'Make an account',
  description:
    'A user has at most 50. With the same `Idempotency-Key` a repeated request is answered as the first one.',
  body: AccountInput,
  reply: Account,
  status: 201,
  idempotent: true,
  errors: ['NAME_TAKEN', 'ACCOUNT_LIMIT_REACHED'],
})

export const updateAccount = endpoint({
  id: 'portfolio.updateAccount',
  method: 'PATCH',
  path: ACCOUNT_PATH,
  auth: 'user',
  summary: 'Change an account',
  description:
    'Cost basis and quantities are computed from the ledger on each read, so that a change takes effect at once. Shorts cannot be forbidden while there are any.',
  params: accountParams,
  body: AccountChanges,
  reply: Account,
  errors: ['ACCOUNT_NOT_FOUND', 'NAME_TAKEN', 'INSUFFICIENT_QUANTITY'],
})

export const deleteAccount = endpoint({
  id: 'portfolio.deleteAccount',
  method: 'DELETE',
  path: ACCOUNT_PATH,
  auth: 'user',
  summary: 'Delete an account',
  description: 'For good, with its transactions where `force=true`; one that has some is 409 otherwise.',
  params: accountParams,
  query: Type.Object({
    force: Type.Boolean({ default: false, description: 'Whether its transactions are deleted with it.' }),
  }),
  reply: AccountDeleted,
  errors: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_NOT_EMPTY'],
})
