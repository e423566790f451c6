import { UnreadableFile } from '../adapters/files/csv.ts'
import { readText } from '../adapters/files/read-file.ts'
import type { AccountPage } from '../contract/accounts.ts'
import type { TransactionImport } from '../contract/transaction-files.ts'
import { type CommandContext, CommandError } from './context.ts'
import { addCounts, type Counts, exitCodeOf, NO_COUNTS, rejectionLine } from './report.ts'
import { type Call, callServer, devToken } from './server-calls.ts'

const MAX_BYTES = 4 * 1024 * 1024

export interface TransactionOptions {
  account?: string | undefined
  email?: string | undefined
  token?: string | undefined
  write?: boolean | undefined
}

/**
 * `import transactions FILE… --account A (--email E | --token T) [--write]`: files of a portfolio through the running server, so that its
 * rules hold; a dry run unless `--write` is given.
 */
export async function importTransactions(
  context: CommandContext,
  files: readonly string[],
  options: TransactionOptions,
): Promise<number> {
  const { output } = context
  const { account, email, write = false } = options
  if (files.length === 0) throw new CommandError('import transactions needs at least one FILE.')
  if (account === undefined)
    throw new CommandError('import transactions needs --account with a name or an id.')
  if (email === undefined && options.token === undefined) {
    throw new CommandError('import transactions needs --token T, or --email E where dev-login is on.')
  }
  const call = callServer(context, options.token ?? (await devToken(context, email ?? '')))
  const accountId = await accountOf(call, account)
  let total = NO_COUNTS
  for (const [at, file] of files.entries()) {
    output.progress(`${file} (${at + 1} of ${files.length})`)
    try {
      const json = { account_id: accountId, dry_run: !write, ...(await contentOf(file)) }
      const request = { method: 'POST', json }
      const reply = await call<TransactionImport>('/v1/portfolio/transactions/import', request)
      total = addCounts(total, shown(context, file, reply))
    } catch (error) {
      if (!(error instanceof UnreadableFile || error instanceof CommandError)) throw error
      output.error(`${file}: ${error.message}`)
      total = addCounts(total, { ...NO_COUNTS, rejected: 1 })
    }
  }
  if (!write && total.stored > 0)
    output.line('Nothing was entered: this was a dry run. --write enters the new ones.')
  return exitCodeOf(total)
}

async function accountOf(call: Call, wanted: string): Promise<string> {
  const { items } = await call<AccountPage>('/v1/portfolio/accounts?page_size=100')
  const key = wanted.toLowerCase()
  const found = items.find(({ account_id: id, name }) => id === key || name.toLowerCase() === key)
  if (found !== undefined) return found.account_id
  const names = items.map(({ name }) => `"${name}"`).join(', ')
  throw new CommandError(
    `You have no account "${wanted}"${names === '' ? '; POST /v1/portfolio/accounts makes one' : `; there are ${names}`}.`,
  )
}

/** A file of JSON is an array of items, any other is CSV. */
async function contentOf(file: string): Promise<object> {
  const text = await readText(file, MAX_BYTES)
  if (!file.toLowerCase().endsWith('.json')) return { format: 'csv', csv: text }
  try {
    return { format: 'json', items: JSON.parse(text) as unknown }
  } catch {
    throw new UnreadableFile(file, 'it is no JSON.')
  }
}

function shown({ output }: CommandContext, file: string, reply: TransactionImport): Counts {
  for (const { line, status, errors } of reply.rows) {
    if (status === 'invalid') output.error(rejectionLine(file, { line, reason: errors.join(' ') }))
  }
  if (reply.unmapped_columns.length > 0) {
    output.error(`${file}: nothing was read from the columns ${reply.unmapped_columns.join(', ')}`)
  }
  const { imported, skipped, failed, layout } = reply
  output.line(`${file}: read as ${layout}: ${imported} new, ${skipped} duplicates, ${failed} rejected`)
  return { read: reply.rows.length, stored: imported, unchanged: skipped, rejected: failed }
}
