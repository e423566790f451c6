import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary.ts'

const ROOT = join(import.meta.dirname, '../..')
const CONFIG = (
  (await import(join(ROOT, '.dependency-cruiser.mjs'))) as {
    default: { forbidden: object[]; options: object }
  }
).default

/** A house of a few files, each with the imports that it is given. */
function build(files: Record<string, readonly string[]>): string {
  const house = temporaryFolder()
  copyFileSync(join(ROOT, 'package.json'), join(house, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'))
  for (const [path, imports] of Object.entries(files)) {
    mkdirSync(join(house, dirname(path)), { recursive: true })
    const text = imports
      .map((each, index) => `import * as x${index} from '${each}'\nvoid x${index}\n`)
      .join('')
    writeFileSync(join(house, path), `${text}export const here = 1\n`)
  }
  return house
}

/** Names of the rules that the check of the house finds broken. */
async function broken(files: Record<string, readonly string[]>): Promise<string[]> {
  const house = build(files)
  const { forbidden, options } = CONFIG
  const paths = 'tests/acceptance/a.ts' in files ? ['src', 'tests'] : ['src']
  const { output } = await cruise(paths, {
    ...options,
    baseDir: house,
    validate: true,
    ruleSet: { forbidden },
  } as ICruiseOptions)
  const { summary } = output as ICruiseResult
  return [...new Set(summary.violations.map(({ rule }) => rule.name))]
}

const KERNEL = { 'src/kernel/a.ts': [] }

describe('an import that the rules forbid is found:', () => {
  test.each<[string, Record<string, readonly string[]>]>([
    ['layer-kernel', { 'src/kernel/a.ts': ['../ports/b.ts'], 'src/ports/b.ts': [] }],
    ['layer-contract', { 'src/contract/a.ts': ['../groups/x/b.ts'], 'src/groups/x/b.ts': [] }],
    ['layer-gateway', { 'src/gateway/a.ts': ['../groups/x/index.ts'], 'src/groups/x/index.ts': [] }],
    ['gateway-input', { 'src/gateway/input/a.ts': ['../b.ts'], 'src/gateway/b.ts': [] }],
    ['layer-groups', { 'src/groups/x/a.ts': ['../../adapters/cache/b.ts'], 'src/adapters/cache/b.ts': [] }],
    ['layer-adapters-feeds', { 'src/adapters/feeds/a.ts': ['../files/b.ts'], 'src/adapters/files/b.ts': [] }],
    [
      'layer-adapters-outbound',
      { 'src/adapters/outbound/a.ts': ['../../market/b.ts'], 'src/market/b.ts': [] },
    ],
    ['groups-apart', { 'src/groups/x/a.ts': ['../y/b.ts'], 'src/groups/y/b.ts': [] }],
    ['front-door', { 'src/wiring/state.ts': ['../groups/x/service.ts'], 'src/groups/x/service.ts': [] }],
    ['no-test-in-product', { 'src/kernel/a.ts': ['./b.test.ts'], 'src/kernel/b.test.ts': [] }],
    ['black-box', { 'tests/acceptance/a.ts': ['../../src/kernel/a.ts'], ...KERNEL }],
    ['no-cycle', { 'src/kernel/a.ts': ['./b.ts'], 'src/kernel/b.ts': ['./a.ts'] }],
    ['sql-in-stores', { 'src/groups/x/service.ts': ['kysely'] }],
    ['npm-entities', { 'src/adapters/feeds/a.ts': ['entities'] }],
    ['npm-fastify', { 'src/groups/x/service.ts': ['fastify'] }],
    ['npm-ws', { 'src/groups/x/service.ts': ['ws'] }],
    ['npm-ioredis', { 'src/adapters/cache/a.ts': ['ioredis'] }],
    ['npm-jose', { 'src/kernel/a.ts': ['jose'] }],
    ['npm-oidc-provider', { 'src/adapters/identity/a.ts': ['oidc-provider'] }],
  ])('%s', async (rule, files) => {
    expect(await broken(files)).toContain(rule)
  })

  test('and one that they allow is not', async () => {
    const files = { 'src/groups/x/a-store.ts': ['../../kernel/a.ts', 'kysely'], ...KERNEL }
    expect(await broken(files)).toEqual([])
  })
})
