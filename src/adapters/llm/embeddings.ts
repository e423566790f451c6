import { createHash } from 'node:crypto'
import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'
import { BoundedMap } from '../../kernel/bounded-map.ts'
import { Breaker, BreakerOpen } from '../../kernel/breaker.ts'
import type { Logger } from '../../kernel/logger.ts'
import { SECOND_MS } from '../../kernel/time.ts'
import type { Embeddings, Vector } from '../../ports/embeddings.ts'

/** Where texts become vectors. */
export interface EmbeddingSettings {
  /** With the version, such as `http://127.0.0.1:11434/v1`. */
  baseUrl: string
  model: string
  apiKey: string | null
}

export interface EmbeddingDeps extends EmbeddingSettings {
  logger: Logger
  /** For all texts of one call together, in milliseconds. */
  waitMs?: number
}

/** An answer without vectors is better than a late one. */
const WAIT_MS = 1_500
const BATCH = 64
/** Requests of one call at a time. */
const PARALLEL = 4
const MOST_BATCH_BYTES = 16 * 1024 * 1024
const MOST_DIMENSIONS = 8_192
const FAILURES_IN_A_ROW = 5
const PAUSE_MS = 15 * SECOND_MS
/** Vectors of what was asked and of articles, for those who ask on. */
const KEPT_BYTES = 32 * 1024 * 1024
const KEPT_MS = 3_600 * SECOND_MS

type Model = Pick<ReturnType<OpenAICompatibleProvider['embeddingModel']>, 'doEmbed'>

/** Vectors of an OpenAI-compatible endpoint, through the AI SDK's provider; kept for those who ask again. */
export function createEmbeddings(deps: EmbeddingDeps): Embeddings {
  const { logger, waitMs = WAIT_MS } = deps
  const loading = loadModel(deps)
  loading.catch(() => undefined)
  const kept = new BoundedMap<Vector>({
    maxBytes: KEPT_BYTES,
    sizeOf: ({ byteLength }) => byteLength,
    idleMs: KEPT_MS,
  })
  const breaker = new Breaker({
    threshold: FAILURES_IN_A_ROW,
    openMs: PAUSE_MS,
    now: () => performance.now(),
    onChange: (open) => logger.warn({ down: open }, open ? 'embeddings are down' : 'embeddings are back'),
  })
  /** Of the model; whatever has another is not its. */
  let dimensions: number | null = null
  const embed = async (texts: readonly string[], signal: AbortSignal): Promise<void> => {
    const found = await (await loading).doEmbed({ values: [...texts], abortSignal: signal })
    const vectors = inOrder(found.embeddings, found.response?.body, texts.length).map(unit)
    const length = dimensions ?? vectors[0]?.length ?? 0
    if (vectors.some((vector) => vector.length !== length)) throw new Error('vectors of another dimension')
    dimensions = length
    for (const [at, vector] of vectors.entries()) kept.set(keyOf(texts[at] ?? ''), vector)
  }
  return {
    async vectors(texts, caller) {
      const signal = AbortSignal.any([caller, AbortSignal.timeout(waitMs)])
      const missing = [...new Set(texts)].filter((text) => !kept.has(keyOf(text)))
      const batches = Array.from({ length: Math.ceil(missing.length / BATCH) }, (_, at) =>
        missing.slice(at * BATCH, (at + 1) * BATCH),
      )
      const work = async (): Promise<void> => {
        for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
          const wanted = batch
          await breaker.run(
            () => embed(wanted, signal),
            () => caller.aborted,
          )
        }
      }
      const done = await Promise.allSettled(Array.from({ length: PARALLEL }, work))
      caller.throwIfAborted()
      const failed = done.find((each) => each.status === 'rejected')
      if (failed !== undefined) tell(logger, failed.reason)
      return texts.map((text) => kept.get(keyOf(text)) ?? null)
    },
  }
}

async function loadModel({ baseUrl, model, apiKey }: EmbeddingSettings): Promise<Model> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const key = apiKey === null ? {} : { apiKey }
  const provider = createOpenAICompatible({
    name: 'embeddings',
    baseURL: baseUrl.replace(/\/+$/, ''),
    fetch: boundedFetch,
    ...key,
  })
  return provider.embeddingModel(model)
}

/** Reads no more of a response than a batch of vectors can have. */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  let bytes = 0
  const bounded = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength
        if (bytes > MOST_BATCH_BYTES) controller.error(new Error('too long a response'))
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Response(bounded ?? null, response)
}

/** The protocol numbers vectors and does not say that they come in order. */
function inOrder(embeddings: readonly number[][], body: unknown, count: number): number[][] {
  const data = (body as { data?: ReadonlyArray<{ index?: unknown }> } | undefined)?.data
  const places = embeddings.map((_, at) => {
    const index = data?.[at]?.index
    return typeof index === 'number' ? index : at
  })
  const ordered: number[][] = []
  for (const [at, place] of places.entries()) ordered[place] = embeddings[at] ?? []
  const isWhole = new Set(places).size === count && places.every((place) => place >= 0 && place < count)
  if (embeddings.length !== count || !isWhole) throw new Error('not one vector for each text')
  return ordered
}

/** At length 1, so that the product of two is their nearness. */
function unit(values: readonly number[]): Vector {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
  if (values.length === 0 || values.length > MOST_DIMENSIONS || !Number.isFinite(length) || length === 0)
    throw new Error('no vector')
  return Float32Array.from(values, (value) => value / length)
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

/** Without the text of the error, which may repeat keys and what was sent. */
function tell(logger: Logger, error: unknown): void {
  if (error instanceof BreakerOpen) return
  const { name = 'unknown', statusCode = null } = error as { name?: string; statusCode?: number | null }
  logger.warn({ name, status: statusCode }, 'no vectors: articles are ranked by words alone')
}
