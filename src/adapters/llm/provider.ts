import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'
import type { ModelPart, ModelRequest } from '../../ports/language-model.ts'

/** Where a model is, and how it is spoken to. */
export interface ModelSettings {
  provider: 'openai-compatible' | 'anthropic'
  /** With the version, such as `http://127.0.0.1:11434/v1`. */
  baseUrl: string
  model: string
  apiKey: string | null
}

/** A request in the form in which it is posted to the thread that calls the provider. */
export type ProviderRequest = Omit<ModelRequest, 'signal'>

/** Resolves once the provider has begun to answer. It fails with whatever the provider does, and with the signal's reason. */
export type OpenProvider = (
  request: ProviderRequest,
  signal: AbortSignal,
) => Promise<AsyncGenerator<ModelPart, void, undefined>>

type Model = Pick<ReturnType<OpenAICompatibleProvider['chatModel']>, 'doStream'>
type Prompt = Parameters<Model['doStream']>[0]['prompt']
type Stream = Awaited<ReturnType<Model['doStream']>>['stream']
type Piece = Stream extends ReadableStream<infer T> ? T : never

/** A provider of the AI SDK. */
export async function loadProvider(settings: ModelSettings): Promise<OpenProvider> {
  const model = await loadModel(settings)
  return async ({ messages, mostTokens }, signal) => {
    const call = { prompt: promptOf(messages), maxOutputTokens: mostTokens, abortSignal: signal }
    const { stream } = await model.doStream(call)
    return partsOf(stream)
  }
}

async function loadModel({ provider, baseUrl, model, apiKey }: ModelSettings): Promise<Model> {
  const baseURL = baseUrl.replace(/\/+$/, '')
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL, apiKey: apiKey ?? '' })(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const key = apiKey === null ? {} : { apiKey }
  return createOpenAICompatible({ name: 'llm', baseURL, includeUsage: true, ...key })(model)
}

function promptOf(messages: ProviderRequest['messages']): Prompt {
  return messages.map(({ role, content }) =>
    role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] },
  )
}

async function* partsOf(stream: Stream): AsyncGenerator<ModelPart, void, undefined> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) throw new Error('the stream ended without a finish')
    const part = partOf(value)
    if (part !== null) yield part
    if (value.type === 'finish') return
  }
}

/** Null for what says nothing to a reader; throws where the model failed. */
function partOf(piece: Piece): ModelPart | null {
  switch (piece.type) {
    case 'text-delta':
      return { kind: 'text', text: piece.delta }
    case 'reasoning-delta':
      return { kind: 'thinking', text: piece.delta }
    case 'error':
      throw piece.error
    case 'finish': {
      const { inputTokens, outputTokens } = piece.usage
      const { unified } = piece.finishReason
      if (unified === 'error' || unified === 'interrupted') throw new Error(`the stream ended: ${unified}`)
      return inputTokens.total === undefined || outputTokens.total === undefined
        ? null
        : { kind: 'usage', tokens: inputTokens.total + outputTokens.total }
    }
    default:
      return null
  }
}
