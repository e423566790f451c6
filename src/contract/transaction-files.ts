import { Type, type Static } from 'typebox'
import { AccountId } from './accounts.ts'
import { MOST_WRITTEN_BYTES, oneOf, ROW_NUMBER, TEXT_RULE } from './common.ts'
import { endpoint } from './endpoint.ts'
import { attachment } from './events.ts'
import { Transaction, TRANSACTION_FILTER } from './transactions.ts'

/** Rows of one import. */
export const MOST_IMPORT_ROWS = 5_000
/** Columns of a file, and fields of an item. */
export const MOST_COLUMNS = 100
const LONGEST_CELL = 1_000

const ACCOUNT_ID = '018f9d1c-3a4b-7c0d-9e1f-2b3c4d5e6f70'
const TRANSACTION_ID = '018f9d1c-4b5c-7d0e-8f1a-3c4d5e6f7081'
const ENTITY_ID = '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10'

/** What a row may have; a file's columns are mapped on these. */
export const IMPORT_FIELDS = [
  'trade_date',
  'type',
  'entity_id',
  'isin',
  'ticker',
  'exchange',
  'quantity',
  'price',
  'amount',
  'fee',
  'tax',
  'currency',
  'fx_rate',
  'external',
  'note',
  'external_id',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

const ITEM = { trade_date: '2026-01-15', type: 'buy', ticker: 'AAPL', quantity: 10, price: 101.5, fee: 1 }

const cell = Type.Unsafe<string | number | boolean | null>({
  type: ['string', 'number', 'boolean', 'null'],
  maxLength: LONGEST_CELL,
  [TEXT_RULE]: 'lines',
  ...ROW_NUMBER,
  description: 'What a row has in a field.',
  examples: ['AAPL'],
})

const TransactionImportInput = Type.Object(
  {
    account_id: AccountId,
    format: Type.Optional(
      oneOf(['json', 'csv'], 'Whether `items` or `csv` is given; `json` unless said.', {
        examples: ['json'],
      }),
    ),
    dry_run: Type.Optional(
      Type.Boolean({
        description: 'Whether it only says what it would do. True unless said.',
        examples: [true],
      }),
    ),
    on_duplicate: Type.Optional(
      oneOf(
        ['skip', 'import', 'fail'],
        'What to do with rows that the account has already: leave them out (unless said), enter them again, or enter nothing at all and answer 409.',
        { examples: ['skip'] },
      ),
    ),
    items: Type.Optional(
      Type.Array(
        Type.Unsafe<Record<string, Static<typeof cell>>>(
          Type.Object(
            {
              // Exports have it. It is no field, so that it is never read.
              warnings: Type.Optional(
                Type.Array(Type.String({ description: 'A warning.', examples: ['NEGATIVE_CASH'] }), {
                  maxItems: MOST_COLUMNS,
                  description: 'What an export says was odd; not read.',
                }),
              ),
            },
            { additionalProperties: cell, maxProperties: MOST_COLUMNS, examples: [ITEM] },
          ),
        ),
        {
          minItems: 1,
          maxItems: MOST_IMPORT_ROWS,
          description: `Rows by the names of fields: ${IMPORT_FIELDS.join(', ')}.`,
          examples: [[ITEM]],
        },
      ),
    ),
    csv: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MOST_WRITTEN_BYTES,
        [TEXT_RULE]: 'lines',
        description:
          'A file with a header: our own columns, or the layout of a tracker or broker of docs/importing.md.',
        examples: ['trade_date,type,ticker,quantity,price\n2026-01-15,buy,AAPL,10,101.5\n'],
      }),
    ),
    mapping: Type.Optional(
      Type.Record(
        Type.String(),
        Type.String({ maxLength: 200, description: 'A column.', examples: ['Shares'] }),
        {
          maxProperties: IMPORT_FIELDS.length,
          description: 'Which column of the file, or property of the items, is which field.',
          examples: [{ quantity: 'Shares' }],
        },
      ),
    ),
  },
  {
    $id: 'TransactionImportInput',
    additionalProperties: false,
    description: 'Transactions of one account, as items or as a file.',
    examples: [{ account_id: ACCOUNT_ID, items: [ITEM] }],
  },
)
export type TransactionImportInput = Static<typeof TransactionImportInput>

const ROW = {
  index: 0,
  line: 1,
  status: 'new',
  transaction_id: TRANSACTION_ID,
  errors: [],
  resolved_entity_id: ENTITY_ID,
}

const TransactionImport = Type.Object(
  {
    dry_run: Type.Boolean({ description: 'Whether nothing was entered.', examples: [true] }),
    layout: Type.String({
      description: 'What the file was read as: `generic`, or the name of a tracker or broker.',
      examples: ['generic'],
    }),
    imported: Type.Integer({
      minimum: 0,
      description: 'How many rows were, or would be, entered.',
      examples: [1],
    }),
    skipped: Type.Integer({
      minimum: 0,
      description: 'How many were left out as duplicates.',
      examples: [0],
    }),
    failed: Type.Integer({ minimum: 0, description: 'How many cannot be entered.', examples: [0] }),
    footer_lines: Type.Integer({
      minimum: 0,
      description:
        'How many lines of a file below its last row are no rows but text, such as a disclaimer: they were left out.',
      examples: [0],
    }),
    unmapped_columns: Type.Array(Type.String({ description: 'A column.', examples: ['Colour'] }), {
      description:
        'Columns with something that nothing was read from, in some row at least: name them in `mapping`. Names and sums that say nothing new are not among them.',
    }),
    rows: Type.Array(
      Type.Object(
        {
          index: Type.Integer({ minimum: 0, description: 'Position of the row, from 0.', examples: [0] }),
          line: Type.Integer({
            minimum: 1,
            description: 'Line of the file, or position from 1.',
            examples: [2],
          }),
          status: oneOf(['new', 'duplicate', 'invalid'], 'What became of it.', { examples: ['new'] }),
          transaction_id: Type.Unsafe<string | null>({
            type: ['string', 'null'],
            description: 'The transaction that was made; null for none.',
            examples: [TRANSACTION_ID],
          }),
          errors: Type.Array(
            Type.String({ description: 'A sentence.', examples: ['quantity must be above 0.'] }),
            { description: 'Why it cannot be entered, or is thought a duplicate.' },
          ),
          resolved_entity_id: Type.Unsafe<string | null>({
            type: ['string', 'null'],
            description: 'The instrument that it means; null for none.',
            examples: [ENTITY_ID],
          }),
        },
        { additionalProperties: false, description: 'A row.', examples: [ROW] },
      ),
      { description: 'In the order of the file.' },
    ),
  },
  {
    $id: 'TransactionImport',
    additionalProperties: false,
    description: 'What an import did, or would do.',
    examples: [
      {
        dry_run: true,
        layout: 'generic',
        imported: 1,
        skipped: 0,
        failed: 0,
        footer_lines: 0,
        unmapped_columns: [],
        rows: [ROW],
      },
    ],
  },
)
export type TransactionImport = Static<typeof TransactionImport>

const TRANSACTIONS = '/v1/portfolio/transactions'

export const importTransactions = endpoint({
  id: 'portfolio.importTransactions',
  method: 'POST',
  path: `${TRANSACTIONS}/import`,
  auth: 'user',
  cost: 10,
  summary: 'Import transactions',
  description:
    'A dry run unless `dry_run` is false. Valid rows are entered together, the others are listed with their reasons. ' +
    'Of n equal rows of a file as many are duplicates as the account has already. ' +
    'With the same `Idempotency-Key` a repeated request is answered as the first one.',
  bodyLimitBytes: MOST_WRITTEN_BYTES,
  body: TransactionImportInput,
  reply: TransactionImport,
  idempotent: true,
  errors: ['ACCOUNT_NOT_FOUND', 'DUPLICATE_TRANSACTION', 'TRANSACTION_LIMIT_REACHED'],
})

export const exportTransactions = endpoint({
  id: 'portfolio.exportTransactions',
  method: 'GET',
  path: `${TRANSACTIONS}/export`,
  auth: 'user',
  cost: 10,
  summary: 'Export your transactions',
  description:
    'A file, the oldest first; what it holds can be imported again. Cells that a spreadsheet would compute begin with an apostrophe.',
  query: Type.Object({
    format: oneOf(['csv', 'json'], 'CSV with a header, or one JSON array.', { default: 'csv' }),
    ...TRANSACTION_FILTER,
  }),
  stream: { ...attachment('text/csv', 'application/json'), items: Transaction },
  errors: ['ACCOUNT_NOT_FOUND', 'INVALID_DATE_RANGE'],
})
