import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Prints the packages whose modules a script loads before it does anything. */
const LIST = `
  import { registerHooks } from 'node:module'
  const packages = new Set()
  registerHooks({
    load(url, context, next) {
      const [, name] = /node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url) ?? []
      if (name !== undefined) packages.add(name)
      return next(url, context)
    },
  })
  await import(process.argv[1])
  console.log(JSON.stringify([...packages]))
  process.exit()
`

function loadedBy(script: string): string[] {
  const args = ['--input-type=module', '-e', LIST, join(ROOT, script)]
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as string[]
}

describe('what a start loads', () => {
  test('is none of the libraries that only some servers or requests need', () => {
    const loaded = loadedBy('src/server.ts')
    expect(loaded).toContain('fastify')
    const spared = [
      'oidc-provider',
      'koa',
      'ioredis',
      'trading-signals',
      'pg-boss',
      '@ai-sdk/openai-compatible',
    ]
    expect(loaded.filter((name) => spared.includes(name))).toEqual([])
  })
})
