// Plain JavaScript on purpose: an old Node must be able to read it, find a newer one or say what is wrong.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `node tools/run.mjs [NODE_OPTION…] SCRIPT|TOOL [ARGUMENT…]` runs a script of ours, or a tool of node_modules by its name, with
 * a Node that is new enough: the system's, else the one that npm installed as an optional dependency.
 */
const ROOT = fileURLToPath(new URL('../', import.meta.url))
const NODE = process.platform === 'win32' ? 'node.exe' : 'node'

/** Tools that are not named as their package is. */
const PACKAGES = { depcruise: 'dependency-cruiser', redocly: '@redocly/cli', tsc: 'typescript' }

/** Whether `node --version` prints a version that runs TypeScript as we write it: 24.12 or later. */
export function isSuitable(version) {
  const [, major, minor] = /^v(\d+)\.(\d+)\.\d+/.exec(version) ?? []
  return Number(major) > 24 || (Number(major) === 24 && Number(minor) >= 12)
}

/** The machine, as far as it decides which Node runs on it. */
const MACHINE = { platform: process.platform, arch: process.arch, musl: isMusl() }

/** Alpine's C library, for which the packaged Node is not built: its own report names no glibc. */
function isMusl() {
  if (process.platform !== 'linux') return false
  return process.report.getReport().header.glibcVersionRuntime === undefined
}

/** The packages of Node that are optional dependencies. */
const PACKAGED = ['linux-x64', 'linux-arm64']

/** The packaged Node of a machine, not by npm's link: npm 10 removes that where packages for several machines share it. Null where there is none. */
export function packagedNode(root, { platform, arch, musl }) {
  const name = `${platform}-${arch}`
  return PACKAGED.includes(name) && !musl ? join(root, 'node_modules', `node-${name}`, 'bin', NODE) : null
}

/** Where a Node may be, the best first: on the path beside npm's links, in our node_modules, and the one that runs this. */
export function candidates(path, root, own, machine = MACHINE) {
  const folders = path.split(delimiter).filter((each) => each !== '' && !isLinkFolder(each))
  const packaged = packagedNode(root, machine)
  return [...folders.map((each) => join(each, NODE)), ...(packaged === null ? [] : [packaged]), own]
}

const isLinkFolder = (folder) => /[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder)

/** The first Node that starts and is new enough, or null; and the versions of those that are too old. */
export function chooseNode(paths) {
  const tooOld = []
  for (const path of new Set(paths)) {
    const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 10_000 })
    const version = status === 0 ? stdout.trim() : ''
    if (isSuitable(version)) return { path, tooOld }
    if (version !== '') tooOld.push(version.slice(1))
  }
  return { path: null, tooOld }
}

/** The file of a tool of node_modules; what has the ending of a script stays what it is. */
export function resolveProgram(args, root) {
  const at = args.findIndex((each) => !each.startsWith('-'))
  const name = args[at]
  if (name === undefined || /\.([cm]?js|ts)$/.test(name)) return args
  const folder = join(root, 'node_modules', PACKAGES[name] ?? name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return [
    ...args.slice(0, at),
    join(folder, typeof bin === 'string' ? bin : bin[name]),
    ...args.slice(at + 1),
  ]
}

/** What to do when no Node is new enough. */
export function explainNone(tooOld, machine = MACHINE) {
  const found = tooOld.length === 0 ? 'none' : `only ${[...new Set(tooOld)].join(' and ')}`
  const needs = `Tidemark needs Node 24.12 or later and found ${found}: `
  if (machine.musl)
    return `${needs}on Alpine and other systems with musl run "apk add nodejs" of a release that has it.`
  return packagedNode('', machine) === null
    ? `${needs}install Node 24 from https://nodejs.org.`
    : `${needs}run "npm ci" again without --omit=optional, or install Node 24 from https://nodejs.org.`
}

/** Runs a script or a tool, its options before it and its arguments behind it, on a Node that is new enough. */
export function runProgram(given) {
  const { path, tooOld } = chooseNode(candidates(process.env.PATH ?? '', ROOT, process.execPath))
  if (path === null) {
    console.error(explainNone(tooOld))
    process.exitCode = 1
    return
  }
  const args = resolveProgram(given, ROOT)
  // glibc gives threads heaps of their own, and buffers that one thread makes and another frees leave holes in each.
  if (process.platform === 'linux') process.env.MALLOC_ARENA_MAX ??= '2'
  // What V8 compiles is kept for the next start, which halves the time of a command.
  process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules', '.cache', 'compiled')
  // In the place of this process every signal reaches the program itself, exactly as often as it was sent.
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.execve(path, [path, ...args], process.env)
  } else {
    runBelow(path, args)
  }
}

/** Runs a program as a child: forwards what asks it to end, and ends as it does. */
function runBelow(path, args) {
  const child = spawn(path, args, { stdio: 'inherit' })
  // A terminal sends Ctrl-C to both of us: this process waits for the child, which sees the signal twice.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`${path} cannot be started: ${error.message}`)
    process.exitCode = 1
  })
  child.on('close', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal]
  })
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  runProgram(process.argv.slice(2))
}
