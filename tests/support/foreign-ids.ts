import { randomUUID } from 'node:crypto'
import type { Endpoint } from '../../src/contract/endpoint.ts'

/** Somebody who asks. The first of a list is the victim, the second a colleague, the others belong to other tenants. */
export interface Person {
  name: string
  token: string
  role: 'member' | 'admin'
}

/** What the ids of a path parameter name: something for everybody, or something of a user. */
export type Ownership =
  | { kind: 'shared'; known: string }
  | { kind: 'owned'; create: (owner: Person) => Promise<string> }

/** Query and body with which an endpoint succeeds for an id that there is. */
export interface GoodCall {
  query?: string
  json?: unknown
}

export interface Walk {
  url: string
  endpoints: readonly Endpoint[]
  /** By the path up to and with the parameter. */
  ownership: Readonly<Record<string, Ownership>>
  /** By the id of the endpoint, where more than the path is needed. */
  calls: Readonly<Record<string, GoodCall>>
  people: readonly Person[]
  /** Everybody asks in every form and by every method, not the victim and the members alone: half a minute. */
  thorough?: boolean
  /** Everything that is stored; equal texts are equal data. */
  snapshot(): Promise<string>
}

export interface Walked {
  /** Everything by which somebody could tell what there is, or what was changed; empty when all is well. */
  findings: string[]
  requests: number
}

const VERBS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

/** Everybody asks for so many of those that are nobody's. */
const FOR_EVERYBODY = 5
const UUID = randomUUID()
const MALFORMED = `x 0 -1 1e9 null undefined * % __proto__ constructor ../.. a/b é 🙂 {${UUID}} ${UUID}x ${UUID.slice(1)}`
const ABSENT = [
  randomUUID(),
  randomUUID().toUpperCase(),
  '00000000-0000-0000-0000-000000000000',
  ...MALFORMED.split(' '),
  ' ',
  `${UUID} `,
  '\0',
  `${UUID}\0`,
  "' or 1=1 --",
  'y'.repeat(300),
].map(encodeURIComponent)

/** What must not differ between two answers about what is not there. */
interface Shape {
  status: number
  headers: string
  text: string
}

const VARYING = new Set(['date', 'x-request-id', 'content-length', 'ratelimit-remaining', 'ratelimit-reset'])

/** Asks every path with an id for what is nobody's, malformed and somebody else's, in every way there is. */
export async function walkForeignIds(walk: Walk): Promise<Walked> {
  const walked: Walked = { findings: [], requests: 0 }
  const paths = Map.groupBy(
    walk.endpoints.filter(({ path }) => path.includes('{')),
    ({ path }) => path,
  )
  for (const [path, endpoints] of paths) {
    const parameters = [...path.matchAll(/\{\w+\}/g)].map(({ 0: name, index }) => ({
      name,
      ownership: walk.ownership[path.slice(0, index + name.length)],
    }))
    if (parameters.some(({ ownership }) => ownership === undefined)) {
      walked.findings.push(`${path}: say in the table whose ids these are`)
      continue
    }
    // Each parameter in turn, while what it stands beside is the asker's own.
    for (const { name, ownership } of parameters as Parameter[]) {
      const others = (parameters as Parameter[]).filter((each) => each.name !== name)
      await walkPath(walk, walked, { path, endpoints, name, ownership, others })
    }
  }
  return walked
}

interface Parameter {
  name: string
  ownership: Ownership
}

interface Path {
  path: string
  endpoints: readonly Endpoint[]
  /** The parameter that is walked, and those beside it. */
  name: string
  ownership: Ownership
  others: readonly Parameter[]
}

/** A path with ids for those parameters that are not walked. */
async function pathFor(asker: Person, { path, others }: Path): Promise<string> {
  let filled = path
  for (const { name, ownership } of others) filled = filled.replace(name, await idOf(ownership, asker))
  return filled
}

async function walkPath(walk: Walk, walked: Walked, each: Path): Promise<void> {
  const { path, endpoints, name, ownership } = each
  const victim = walk.people[0]!
  const theirs = await idOf(ownership, victim)
  const paths = new Map<Person, string>()
  for (const asker of walk.people) paths.set(asker, await pathFor(asker, each))
  const before = await walk.snapshot()
  for (const verb of VERBS) {
    const endpoint = endpoints.find(({ method }) => method === (verb === 'HEAD' ? 'GET' : verb))
    for (const asker of walk.people) {
      const inEveryForm = walk.thorough === true || asker === victim || asker.role === 'member'
      if (!inEveryForm && endpoint === undefined) continue
      const ask = async (id: string): Promise<Shape> => {
        walked.requests++
        const { query = '', json } = walk.calls[endpoint?.id ?? ''] ?? {}
        const target = (paths.get(asker) ?? '').replace(name, () => id) + query
        return shapeOf(await send(walk.url + target, verb, asker, verb === 'HEAD' ? undefined : json))
      }
      const at = `${verb} ${path} by ${asker.name}`
      const expected = expectedStatus(verb, endpoint, asker)
      const absent = await ask(ABSENT[0]!)
      if (absent.status !== expected) walked.findings.push(`${at}: ${absent.status} instead of ${expected}`)
      // What is there must look like what is not: to others always, and to everybody where nothing is looked up.
      const hidden = expected !== 404 || (ownership.kind === 'owned' && asker !== victim)
      const forms = expected === 404 && inEveryForm ? ABSENT.length : FOR_EVERYBODY
      const ids = [...ABSENT.slice(1, forms), ...(hidden ? [theirs] : [])]
      const shapes =
        endpoint?.stream === undefined ? await Promise.all(ids.map(ask)) : await oneByOne(ids, ask)
      shapes.forEach((shape, index) => {
        const difference = differenceOf(absent, shape)
        if (difference !== null) walked.findings.push(`${at}, id ${ids[index]?.slice(0, 60)}: ${difference}`)
      })
    }
  }
  if ((await walk.snapshot()) !== before) walked.findings.push(`${path}: something was changed`)
  await checkControl(walk, walked, each)
}

/** The positive control: the same calls about what is there find it, so it was the id alone that was refused. */
async function checkControl(walk: Walk, walked: Walked, each: Path): Promise<void> {
  const { endpoints, name, ownership, others } = each
  const owner = walk.people.find(({ role }) => role === 'admin') ?? walk.people[0]!
  for (const { id, method } of endpoints) {
    const { query = '', json } = walk.calls[id] ?? {}
    const beside = others.length === 0 ? each.path : await pathFor(owner, each)
    const target = beside.replace(name, await idOf(ownership, owner)) + query
    const { status } = await shapeOf(await send(walk.url + target, method, owner, json))
    if (status === 404) walked.findings.push(`${id}: 404 for an id that there is`)
  }
}

/** A token may have four streams at once, and asking for one takes a place. */
async function oneByOne(ids: readonly string[], ask: (id: string) => Promise<Shape>): Promise<Shape[]> {
  const shapes: Shape[] = []
  for (const id of ids) shapes.push(await ask(id))
  return shapes
}

const idOf = async (ownership: Ownership, owner: Person): Promise<string> =>
  ownership.kind === 'shared' ? ownership.known : ownership.create(owner)

const send = (url: string, method: string, { token }: Person, json: unknown): Promise<Response> =>
  fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })

function expectedStatus(verb: string, endpoint: Endpoint | undefined, asker: Person): number {
  if (verb === 'OPTIONS') return 204
  if (endpoint === undefined) return 405
  return endpoint.auth === 'admin' && asker.role === 'member' ? 403 : 404
}

async function shapeOf(response: Response): Promise<Shape> {
  const headers = [...response.headers].filter(([name]) => !VARYING.has(name))
  const text = await response.text()
  // The sentence repeats, in quotes, what was asked for.
  return { status: response.status, headers: JSON.stringify(headers), text: text.replace(/\\".*\\"/s, '…') }
}

function differenceOf(one: Shape, other: Shape): string | null {
  for (const part of ['status', 'headers', 'text'] as const) {
    if (one[part] !== other[part]) return `${part} ${one[part]} for what is nobody's, ${other[part]} here`
  }
  return null
}
