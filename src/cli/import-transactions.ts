import { UnreadableFile } from '../adapters/files/csv.ts'
import { readText } from '../adapters/files/read-file.ts'
import type { AccountPage } from '../contract/accounts.ts'
import type { TransactionImport } from '../contract/transaction-files.ts'
import { type CommandContext, CommandError, serverUrl } from './context.ts'
import { importFiles, requireFiles } from './import-files.ts'
import { reject } from './output.ts'
import { type Counts, NO_COUNTS } from './report.ts'
import { type Call, callServer, devToken } from './server-calls.ts'

const MAX_BYTES = 4 * 1024 * 1024

export interface TransactionOptions {
  account?: string | undefined
  email?: string | undefined
  token?: string | undefined
}

/**
 * `import transactions FILE… --account A (--email E | --token T) [--write]`: files of a portfolio through the running server, so that its
 * rules hold.
 */
export async function importTransactions(
  context: CommandContext,
  files: readonly string[],
  options: TransactionOptions,
): Promise<number> {
  const { output, dryRun } = context
  const { account, email } = options
  requireFiles(files, 'import transactions')
  if (account === undefined)
    throw new CommandError('import transactions needs --account with a name or an id.')
  if (email === undefined && options.token === undefined) {
    throw new CommandError('import transactions needs --token T, or --email E where dev-login is on.')
  }
  const call = callServer(context, options.token ?? (await devToken(context, email ?? '')))
  const accountId = await accountOf(context, call, { wanted: account, email })
  let fresh = 0
  const code = await importFiles(context, files, {
    command: 'import transactions',
    importFile: async (file) => {
      const json = { account_id: accountId, dry_run: dryRun, ...(await contentOf(file)) }
      const request = { method: 'POST', json }
      try {
        const reply = await call<TransactionImport>('/v1/portfolio/transactions/import', request)
        const counts = shown(context, file, reply)
        fresh += counts.stored
        return counts
      } catch (error) {
        if (!(error instanceof CommandError)) throw error
        output.error(`${file}: ${error.message}`)
        return { ...NO_COUNTS, rejected: 1 }
      }
    },
  })
  if (dryRun && fresh > 0)
    output.line('Nothing was entered: this was a dry run. --write enters the new ones.')
  return code
}

async function accountOf(
  context: CommandContext,
  call: Call,
  { wanted, email }: { wanted: string; email: string | undefined },
): Promise<string> {
  const { items } = await call<AccountPage>('/v1/portfolio/accounts?page_size=100')
  const key = wanted.toLowerCase()
  const found = items.find(({ account_id: id, name }) => id === key || name.toLowerCase() === key)
  if (found !== undefined) return found.account_id
  const names = items.map(({ name }) => `"${name}"`).join(', ')
  const others = names === '' ? '' : `; there are ${names}`
  throw new CommandError(
    `You have no account "${wanted}"${others}. POST /v1/portfolio/accounts makes one, in the currency that you name:\n` +
      creation({ url: serverUrl(context.config), name: wanted, email }),
  )
}

/** A command for a shell that makes an account. Tokens are not repeated. */
function creation({ url, name, email }: { url: string; name: string; email: string | undefined }): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
  const token = email === undefined ? '$TOKEN' : `$(npx tidemark token --email ${quoted(email)})`
  return (
    `curl -X POST ${url}/v1/portfolio/accounts -H "Authorization: Bearer ${token}" ` +
    `-H 'Content-Type: application/json' -d ${quoted(JSON.stringify({ name, currency: 'USD' }))}`
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
    if (status === 'invalid') reject(output, file, { line, reason: errors.join(' ') })
  }
  if (reply.unmapped_columns.length > 0) {
    output.error(`${file}: not read, in some row at least: the columns ${reply.unmapped_columns.join(', ')}`)
  }
  const { imported, skipped, failed, layout, footer_lines: below } = reply
  if (below > 0)
    output.line(`${file}: left out below the last row: ${below === 1 ? '1 line' : `${below} lines`} of text`)
  const counts = { read: reply.rows.length, stored: imported, unchanged: skipped, rejected: failed }
  output.counts(`${file} (read as ${layout})`, counts)
  return counts
}
