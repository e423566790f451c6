import { mkdtempSync, rmSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { delaysOf } from './event-words.ts'
import { record } from './figures.ts'
import { tokenFor } from './http.ts'
import { quantile } from './load.ts'
import { residentMiB, type Running, settled, start } from './processes.ts'

const QUESTIONS = [
  "What was Apple's revenue in fiscal 2024?",
  'What is the gross margin of NVDA?',
  'What is the price of Tesla?',
  'How did Nvidia perform last month?',
  'Any news about Microsoft?',
]
const FIRST_EVENTS = 100
const STREAMS = 300
const SECONDS = 20
const OPENING_MS = 20_000
const SLOW_READERS = 1_000
/** Streams that a user may have open, and users of a tenant. */
const OF_ONE_USER = 8
const OF_ONE_TOKEN = 4
const USERS_OF_ONE_TENANT = 12
/** Questions that are asked at once: each waits for its turn among those who look for evidence. */
const ASKED_AT_ONCE = 8
const ANSWER_END = /event: (done|error)/

/** First events, 300 streams at 30 tokens a second, and 1,000 who do not read, against a bare server of events in the same run. */
export async function benchStreams(): Promise<void> {
  await withServer({}, benchFirstEvent)
  await withModel({ PIECES: 1, WORDS: 1, EVERY_MS: 0, WAIT_MS: 0 }, benchFirstToken)
  // All are open before the first token comes: opening them is another matter.
  await withModel(
    { PIECES: 30 * (SECONDS + 30), WORDS: 1, EVERY_MS: 1_000 / 30, WAIT_MS: OPENING_MS },
    benchDelays,
  )
  await withModel({ PIECES: 200, WORDS: 25, EVERY_MS: 0, WAIT_MS: 0 }, benchSlowReaders)
}

async function withServer(
  env: Record<string, string>,
  work: (server: Running) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'))
  const all = { DATA_DIR: folder, DEMO_NEWS_DAYS: '1', DEFAULT_TIER: 'enterprise', ...env }
  const server = await start('src/main.ts', ['demo'], { env: all, path: '/readyz' })
  try {
    await settled(server)
    await work(server)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function withModel(
  script: Record<string, number>,
  work: (server: Running) => Promise<void>,
): Promise<void> {
  const env = Object.fromEntries(Object.entries(script).map(([name, value]) => [name, String(value)]))
  const model = await start('bench/scripted-model.ts', [], { env, path: '/ready' })
  try {
    const llm = {
      LLM_BASE_URL: `${model.url}/v1`,
      LLM_MODEL: 'm',
      LLM_API_KEY: 'k',
      LLM_TOKENS_PER_DAY: '999999999',
    }
    await withServer(llm, work)
  } finally {
    await model.stop()
  }
}

/** A thread of somebody's own. */
interface Asker {
  server: Running
  headers: Record<string, string>
  threadId: string
}

async function askerOf(server: Running, token: string): Promise<Asker> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${server.url}/v1/chat/threads`, { method: 'POST', headers, body: '{}' })
  const { thread_id: threadId } = (await response.json()) as { thread_id: string }
  return { server, headers, threadId }
}

/** So many threads, spread over as many users and tenants as the limits ask for. */
async function askers(server: Running, count: number): Promise<Asker[]> {
  const found: Asker[] = []
  for (let user = 0; found.length < count; user++) {
    const email = `u${user}@t${Math.floor(user / USERS_OF_ONE_TENANT)}.test`
    for (let tokens = 0; tokens < OF_ONE_USER / OF_ONE_TOKEN; tokens++) {
      const token = await tokenFor(server, email)
      for (let at = 0; at < OF_ONE_TOKEN && found.length < count; at++)
        found.push(await askerOf(server, token))
    }
  }
  return found
}

/** An open stream; resolves with its head. */
async function ask({ server, headers, threadId }: Asker, message: string): Promise<IncomingMessage> {
  const body = JSON.stringify({ thread_id: threadId, message })
  const asking = request(`${server.url}/v1/chat/stream`, { method: 'POST', headers, agent: false })
  return opened(asking, body)
}

async function opened(asking: ClientRequest, body = ''): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asking.once('response', resolve).once('error', reject)
    asking.end(body)
  })
  response.setEncoding('utf8').on('error', () => undefined)
  if (response.statusCode !== 200) {
    throw new Error(`a stream was answered ${response.statusCode}: ${await firstOf(response, /}/)}`)
  }
  return response
}

async function firstOf(response: IncomingMessage, pattern: RegExp): Promise<string> {
  let text = ''
  for await (const piece of response.iterator({ destroyOnReturn: false })) {
    text += String(piece)
    if (pattern.test(text)) return text
  }
  throw new Error(`a stream ended early: ${text.slice(-300)}`)
}

async function benchFirstEvent(server: Running): Promise<void> {
  const token = await tokenFor(server, 'first@bench.test')
  const peer = await start('bench/bare-events.ts', [], { env: {}, path: '/ready' })
  const [ours, bare]: [number[], number[]] = [[], []]
  try {
    for (let at = -10; at < FIRST_EVENTS; at++) {
      const asker = await askerOf(server, token)
      const began = performance.now()
      const response = await ask(asker, QUESTIONS[(at + 10) % QUESTIONS.length] ?? '')
      const begun = await firstOf(response, /\n\n/)
      if (at >= 0) ours.push(performance.now() - began)
      // All of it may have come at once.
      if (!ANSWER_END.test(begun)) await firstOf(response, ANSWER_END)
      const again = performance.now()
      const other = await opened(request(`${peer.url}/`, { agent: false }))
      await firstOf(other, /\n\n/)
      if (at >= 0) bare.push(performance.now() - again)
      other.destroy()
    }
  } finally {
    await peer.stop()
  }
  const note = `median ${quantile(ours, 0.5).toFixed(1)} ms; bare p99 ${quantile(bare, 0.99).toFixed(1)} ms`
  record('chat first event p99 ms', quantile(ours, 0.99), note)
}

/** How much later than the model's its first token is here. */
async function benchFirstToken(server: Running): Promise<void> {
  const token = await tokenFor(server, 'first@bench.test')
  const delays: number[] = []
  for (let at = -10; at < FIRST_EVENTS; at++) {
    const response = await ask(await askerOf(server, token), QUESTIONS[0] ?? '')
    const [first = Number.NaN] = delaysOf(await firstOf(response, /event: token\n.*\n\n/))
    if (at >= 0) delays.push(first)
    response.destroy()
  }
  const note = `median ${quantile(delays, 0.5).toFixed(1)} ms`
  record('chat delay of the first token p99 ms', quantile(delays, 0.99), note)
}

/** Opens a stream for each, some at once; every question is its own. */
async function openAll(all: readonly Asker[]): Promise<IncomingMessage[]> {
  const responses: IncomingMessage[] = []
  const queue = [...all]
  const work = async (): Promise<void> => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const response = await ask(next, QUESTIONS[0] ?? '')
      response.pause()
      responses.push(response)
    }
  }
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, work))
  return responses
}

/** The delays of what all of them write for some seconds. */
async function listen(responses: readonly IncomingMessage[]): Promise<number[]> {
  const delays: number[] = []
  let isMeasured = false
  for (const response of responses) {
    response.on('data', (text: string) => {
      if (isMeasured) for (const each of delaysOf(text)) delays.push(each)
    })
    response.resume()
  }
  await delay(5_000)
  isMeasured = true
  await delay(SECONDS * 1_000)
  for (const response of responses) response.destroy()
  return delays
}

async function benchDelays(server: Running): Promise<void> {
  const all = await askers(server, STREAMS)
  const began = performance.now()
  const streams = await openAll(all)
  await delay(Math.max(0, OPENING_MS - (performance.now() - began)))
  const delays = await listen(streams)
  const peer = await start('bench/bare-events.ts', [], { env: {}, path: '/ready' })
  const bare: IncomingMessage[] = []
  for (let at = 0; at < STREAMS; at++) bare.push(await opened(request(`${peer.url}/`, { agent: false })))
  const bareDelays = await listen(bare)
  await peer.stop()
  const perStream = delays.length / STREAMS / SECONDS
  const note = `median ${quantile(delays, 0.5).toFixed(1)} ms; bare p99 ${quantile(bareDelays, 0.99).toFixed(1)} ms`
  record('chat tokens/s of each of 300 streams', perStream)
  record('chat 300 streams, event delay p99 ms', quantile(delays, 0.99), note)
}

/** Memory beside 1,000 clients that read nothing of answers of some 50,000 characters. */
async function benchSlowReaders(server: Running): Promise<void> {
  const all = await askers(server, SLOW_READERS)
  const before = residentMiB(server.pid)
  const streams = await openAll(all)
  await delay(5_000)
  const held = residentMiB(server.pid)
  for (const response of streams) response.destroy()
  record('chat 1,000 slow readers, MiB', held - before, `${before.toFixed(0)} MiB before`)
}
