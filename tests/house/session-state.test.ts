import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Where a statement of SQL begins: with a text, or behind another one. */
const BEGIN = String.raw`(?:^|[\`'";])\s*`

/**
 * What outlives its transaction on a connection, and so reaches whoever gets that connection next: another request, or
 * behind a pooler another process.
 */
const SESSION_STATE: readonly RegExp[] = [
  new RegExp(
    String.raw`${BEGIN}set\s+(?:session\b|role\b|names\b|time\s+zone\b|(?!local\b)[\w.]+\s*(?:=|to\b))`,
    'gi',
  ),
  new RegExp(`${BEGIN}(?:reset|discard)\\s+\\w+`, 'gi'),
  /\bpg_(?:try_)?advisory_(?:lock|unlock)\w*\s*\(/gi,
  /\bcreate\s+(?:local\s+|global\s+)?temp(?:orary)?\s+table\b(?![\s\S]*?\bon\s+commit\s+drop\b)/gi,
]

/** Session state that a text of SQL, or of TypeScript with SQL in it, leaves behind. */
function sessionState(text: string): string[] {
  const code = text.replaceAll(/^\s*(?:--|\/\/|\/?\*).*$/gm, '')
  return [
    ...SESSION_STATE.flatMap((pattern) => code.match(pattern) ?? []),
    ...settings(code).filter((call) => !/,\s*true\s*\)$/i.test(call)),
  ].map((each) => each.trim())
}

/** Every call of `set_config`, whole. */
function settings(code: string): string[] {
  return [...code.matchAll(/\bset_config\s*\(/gi)].map(({ index }) => {
    let depth = 0
    for (let at = code.indexOf('(', index); at < code.length; at++) {
      if (code[at] === '(') depth++
      if (code[at] === ')' && --depth === 0) return code.slice(index, at + 1)
    }
    return code.slice(index)
  })
}

/** The engine's one session belongs to the process that opened it. */
const OWN_SESSION = 'src/adapters/storage/embedded/worker.ts'

const FILES = globSync(['src/**/*.ts', 'migrations/*.sql'], { cwd: ROOT }).filter(
  (path) => !path.endsWith('.test.ts') && path !== OWN_SESSION,
)

describe('no code leaves a setting on a connection', () => {
  test('there is SQL to look at', () => {
    expect(FILES.length).toBeGreaterThan(200)
    expect(FILES).toContain('src/adapters/storage/database.ts')
  })

  test.each(FILES)('%s', (path) => {
    expect(sessionState(readFileSync(join(ROOT, path), 'utf8'))).toEqual([])
  })
})

describe('the rule', () => {
  test.each([
    `await client.query('set search_path to public')`,
    `await client.query("SET tidemark.tenant_id = 'x'")`,
    'sql`\n  set role tidemark_user`',
    'sql`select 1; set session authorization x`',
    'sql`set session statement_timeout = 5`',
    `set timezone to 'UTC';`,
    `select set_config('tidemark.tenant_id', $1, false)`,
    'sql`select set_config(\'role\', ${name(other("x"))}, ${local})`',
    `select set_config('a', coalesce((select b from c), d), true), set_config('e', 'f', FALSE)`,
    `begin;\nset timezone to 'UTC'`,
    `'reset all'`,
    `'select pg_advisory_lock($1)'`,
    `'select pg_try_advisory_lock(1)'`,
    'create temp table staging (id int)',
  ])('finds %s', (text) => {
    expect(sessionState(text)).not.toEqual([])
  })

  test.each([
    `await client.query('set local statement_timeout = 5')`,
    `'set transaction isolation level serializable'`,
    `select set_config('a', coalesce((select b from c), d), true), set_config('e', 'f', true)`,
    `update tenant\n  set tier = 'pro'`,
    'sql`update tenant set tier = ${tier}`',
    `fail('X', 'Set AUTH_URL and log in.')`,
    `'select pg_advisory_xact_lock($1)'`,
    '-- set role x',
    'create temp table staging (id int) on commit drop',
  ])('lets pass %s', (text) => {
    expect(sessionState(text)).toEqual([])
  })
})
