import { Type, type Static } from 'typebox'
import { TRANSACTION_TYPES } from '../market/vocabulary.ts'
import { AccountId, currency } from './accounts.ts'
import {
  date,
  EntityId,
  nullable,
  oneOf,
  OWN_DAYS,
  page,
  PAGE_QUERY,
  textOf,
  Ticker,
  timestamp,
} from './common.ts'
import { endpoint } from './endpoint.ts'

/** The most transactions of a user. */
export const MOST_TRANSACTIONS = 100_000

const ACCOUNT_ID = '018f9d1c-3a4b-7c0d-9e1f-2b3c4d5e6f70'
const TRANSACTION_ID = '018f9d1c-4b5c-7d0e-8f1a-3c4d5e6f7081'
const ENTITY_ID = '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10'
const AT = '2026-01-15T14:30:01.250Z'
/** The most money and shares of a number of a transaction: what a double can hold to the cent. */
export const MOST_OF_A_NUMBER = 1e12

export const TransactionId = Type.String({
  description: 'Opaque id of a transaction.',
  examples: [TRANSACTION_ID],
})

const TRANSACTION = {
  transaction_id: TRANSACTION_ID,
  account_id: ACCOUNT_ID,
  type: 'buy',
  entity_id: ENTITY_ID,
  ticker: 'AAPL',
  trade_date: '2026-01-15',
  quantity: 10,
  price: 101.5,
  amount: 1015,
  fee: 1,
  tax: 0,
  currency: 'USD',
  fx_rate: 1,
  external: false,
  note: null,
  external_id: 'broker-7781',
  warnings: [],
  created_at: AT,
  updated_at: AT,
}

const number = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: MOST_OF_A_NUMBER, description, examples: [example] })
const type = oneOf(TRANSACTION_TYPES, 'What happened; it gives the numbers their sign.', {
  examples: ['buy'],
})
const entityId = nullable(
  Type.String({
    description:
      'The instrument. Needed for `buy`, `sell`, `dividend`, `split` and `return_of_capital`; none for money alone.',
    examples: [ENTITY_ID],
  }),
)
const tradeDate = date(
  'Day of the trade: from 1950-01-01 on, and not after today wherever on earth that is: at UTC+14 a day begins up to 14 hours before it does at UTC.',
  OWN_DAYS,
)
const quantity = nullable(
  number('Shares; of a split, shares after it for each share before. Null for money alone.', 10),
)
const price = nullable(number('Of one share, in `currency`. None for `split`.', 101.5))
const amount = number(
  'Money in `currency` before fee and tax; by default quantity times price, to 8 decimals. An amount of `buy` or `sell` that is given together with both must agree with them: to half a percent or the smallest unit that is paid, or within the rounding of price (to that unit) and shares (to thousandths), with fee and tax added, subtracted or neither. Unnamed costs may be added to a purchase or subtracted from a sale: up to 2 % or, without fee and tax, up to 50 (5,000 in currencies without cents), short of twice or half the product.',
  1_015,
)
const fee = number(
  'In `currency`; taken from the account’s cash in addition to the amount, for every type: part of the cost of a purchase, subtracted from the proceeds of a sale. None for `split`.',
  1,
)
const tax = number('In `currency`; as `fee`.', 0)
const money = currency(
  'ISO 4217. Of an instrument’s transaction the currency of the instrument, or the pounds of its pence, which are kept as pence; otherwise the account’s unless said.',
)
const fxRate = nullable(
  Type.Number({
    exclusiveMinimum: 0,
    maximum: MOST_OF_A_NUMBER,
    description:
      'What one unit of `currency` was worth in the account’s currency; null: the rate of the day. Of a row in the account’s currency it is 1. It is dropped where the row gets another account or currency, or its account another currency.',
    examples: [1],
  }),
)
const external = Type.Boolean({
  description:
    'Of transfers: whether it comes from, or goes to, outside of the portfolio. Shares then count in returns at their last close, or at the amount where there is none.',
  examples: [false],
})
const note = nullable(
  textOf({ kind: 'lines', maxLength: 500 }, 'What the user has written; null for nothing.', 'First lot'),
)
const externalId = nullable(
  textOf(
    { kind: 'name', maxLength: 128 },
    'The id that it has elsewhere, unique within the account; null for none.',
    'broker-7781',
  ),
)

export const Transaction = Type.Object(
  {
    transaction_id: TransactionId,
    account_id: AccountId,
    type,
    entity_id: entityId,
    ticker: nullable(Ticker),
    trade_date: tradeDate,
    quantity,
    price,
    amount,
    fee,
    tax,
    currency: money,
    fx_rate: fxRate,
    external,
    note,
    external_id: externalId,
    warnings: Type.Array(
      oneOf(
        ['NEGATIVE_CASH'],
        'NEGATIVE_CASH: the account, which keeps track of money, had less of the currency by the end of the day than its rows took, this one among them.',
        {
          examples: ['NEGATIVE_CASH'],
        },
      ),
      { description: 'What was odd when it was entered.' },
    ),
    created_at: timestamp('When it was entered, ISO 8601, UTC.'),
    updated_at: timestamp('When it was last changed, ISO 8601, UTC.'),
  },
  {
    $id: 'Transaction',
    additionalProperties: false,
    description: 'A row of the ledger.',
    examples: [TRANSACTION],
  },
)
export type Transaction = Static<typeof Transaction>

const TransactionPage = page(Transaction)
export type TransactionPage = Static<typeof TransactionPage>

const FIELDS = {
  entity_id: Type.Optional(entityId),
  quantity: Type.Optional(quantity),
  price: Type.Optional(price),
  amount: Type.Optional(amount),
  fee: Type.Optional(fee),
  tax: Type.Optional(tax),
  currency: Type.Optional(money),
  fx_rate: Type.Optional(fxRate),
  external: Type.Optional(external),
  note: Type.Optional(note),
  external_id: Type.Optional(externalId),
}

const TransactionInput = Type.Object(
  { account_id: AccountId, type, trade_date: tradeDate, ...FIELDS },
  {
    $id: 'TransactionInput',
    additionalProperties: false,
    description: 'A row to be entered.',
    examples: [
      {
        account_id: ACCOUNT_ID,
        type: 'buy',
        entity_id: ENTITY_ID,
        trade_date: '2026-01-15',
        quantity: 10,
        price: 101.5,
        fee: 1,
      },
    ],
  },
)
export type TransactionInput = Static<typeof TransactionInput>

const TransactionChanges = Type.Object(
  {
    account_id: Type.Optional(AccountId),
    type: Type.Optional(type),
    trade_date: Type.Optional(tradeDate),
    ...FIELDS,
  },
  {
    $id: 'TransactionChangesInput',
    additionalProperties: false,
    description:
      'What to change; what is left out stays. Where quantity or price changes and amount does not, amount follows from them.',
    examples: [{ quantity: 12, note: 'First lot' }],
  },
)
export type TransactionChanges = Static<typeof TransactionChanges>

const deleted = Type.Boolean({ const: true, description: 'Always true.', examples: [true] })

const TransactionDeleted = Type.Object(
  { transaction_id: TransactionId, deleted },
  {
    $id: 'TransactionDeleted',
    additionalProperties: false,
    description: 'A transaction that is no more.',
    examples: [{ transaction_id: TRANSACTION_ID, deleted: true }],
  },
)

const TRANSACTIONS = '/v1/portfolio/transactions'
const TRANSACTION_PATH = `${TRANSACTIONS}/{transaction_id}` as const
const transactionParams = Type.Object({ transaction_id: TransactionId })

/** Which transactions are meant. */
export const TRANSACTION_FILTER = {
  account_id: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description: 'Only of these accounts, separated by commas.',
      examples: [ACCOUNT_ID],
    }),
  ),
  type: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Only these, separated by commas: ${TRANSACTION_TYPES.join(', ')}.`,
      examples: ['buy,sell'],
    }),
  ),
  entity_id: Type.Optional(EntityId),
  from: Type.Optional(date('First trade date, inclusive.')),
  to: Type.Optional(date('Last trade date, inclusive.')),
  q: Type.Optional(
    textOf(
      { kind: 'name', maxLength: 100 },
      'Text of the note or the external id, whatever its case.',
      'lot',
    ),
  ),
}

export const listTransactions = endpoint({
  id: 'portfolio.listTransactions',
  method: 'GET',
  path: TRANSACTIONS,
  auth: 'user',
  summary: 'Your transactions',
  description:
    'Those of one day in the order in which they were entered. An account that is not yours has none.',
  query: Type.Object({
    ...TRANSACTION_FILTER,
    sort: oneOf(['-trade_date', 'trade_date'], 'Newest or oldest first.', { default: '-trade_date' }),
    page: PAGE_QUERY.page,
    page_size: Type.Integer({ minimum: 1, maximum: 500, default: 20, description: 'Items on a page.' }),
  }),
  reply: TransactionPage,
  errors: ['ACCOUNT_NOT_FOUND', 'INVALID_DATE_RANGE'],
})

export const createTransaction = endpoint({
  id: 'portfolio.createTransaction',
  method: 'POST',
  path: TRANSACTIONS,
  auth: 'user',
  summary: 'Enter a transaction',
  description:
    'All or nothing. Whatever day it has, no day may then have less than nothing of an instrument, unless the account allows shorts. ' +
    'With the same `Idempotency-Key` a repeated request is answered as the first one.',
  body: TransactionInput,
  reply: Transaction,
  status: 201,
  idempotent: true,
  errors: [
    'ACCOUNT_NOT_FOUND',
    'INSTRUMENT_NOT_FOUND',
    'DUPLICATE_TRANSACTION',
    'TRANSACTION_LIMIT_REACHED',
    'INSUFFICIENT_QUANTITY',
  ],
})

export const getTransaction = endpoint({
  id: 'portfolio.getTransaction',
  method: 'GET',
  path: TRANSACTION_PATH,
  auth: 'user',
  summary: 'A transaction',
  description: 'As it was entered.',
  params: transactionParams,
  reply: Transaction,
  errors: ['TRANSACTION_NOT_FOUND'],
})

export const updateTransaction = endpoint({
  id: 'portfolio.updateTransaction',
  method: 'PATCH',
  path: TRANSACTION_PATH,
  auth: 'user',
  summary: 'Change a transaction',
  description: 'The rules are those of a new one.',
  params: transactionParams,
  body: TransactionChanges,
  reply: Transaction,
  errors: [
    'TRANSACTION_NOT_FOUND',
    'ACCOUNT_NOT_FOUND',
    'INSTRUMENT_NOT_FOUND',
    'DUPLICATE_TRANSACTION',
    'INSUFFICIENT_QUANTITY',
  ],
})

export const deleteTransaction = endpoint({
  id: 'portfolio.deleteTransaction',
  method: 'DELETE',
  path: TRANSACTION_PATH,
  auth: 'user',
  summary: 'Delete a transaction',
  description: 'A purchase whose shares were sold since stays.',
  params: transactionParams,
  reply: TransactionDeleted,
  errors: ['TRANSACTION_NOT_FOUND', 'INSUFFICIENT_QUANTITY'],
})
