import { isLoopback } from './loopback.ts'
import type { Reader } from './reader.ts'

/** Where a model of a provider is. */
export interface EndpointConfig {
  baseUrl: string
  model: string
  apiKey: string | null
}

export interface LlmConfig extends EndpointConfig {
  provider: 'openai-compatible' | 'anthropic'
  /** What the answers of a tenant may cost in a UTC day; null for no limit. */
  tokensPerDay: number | null
  /** For scoring the news of a day; 0: they are scored without the model. */
  newsTokensPerDay: number
}

const LLM_PROVIDERS = ['openai-compatible', 'anthropic'] as const

/** The language model that is configured, if one is. */
export function readLlm(reader: Reader): LlmConfig | null {
  const provider = reader.oneOf('LLM_PROVIDER', LLM_PROVIDERS, 'openai-compatible')
  const tokens = reader.integer('LLM_TOKENS_PER_DAY', { least: 0, most: 999_999_999, fallback: 1_000_000 })
  const newsTokensPerDay = reader.integer('LLM_NEWS_TOKENS_PER_DAY', {
    least: 0,
    most: 999_999_999,
    fallback: 1_000_000,
  })
  const endpoint = readEndpoint(reader, 'LLM')
  if (endpoint === null) return null
  if (provider === 'anthropic' && endpoint.apiKey === null) {
    reader.problem(null, 'LLM_API_KEY must be set with LLM_PROVIDER=anthropic.')
  }
  return { provider, ...endpoint, tokensPerDay: tokens === 0 ? null : tokens, newsTokensPerDay }
}

/** Address, model and key of a provider's API. */
export function readEndpoint(reader: Reader, prefix: 'LLM' | 'EMBEDDINGS'): EndpointConfig | null {
  const baseUrl = reader.url(`${prefix}_BASE_URL`, ['https:', 'http:'])
  const model = reader.text(`${prefix}_MODEL`)
  const apiKey = reader.text(`${prefix}_API_KEY`)
  if (baseUrl === null && model === null && apiKey === null) return null
  if (baseUrl === null || model === null) {
    return reader.problem(
      null,
      `${prefix}_BASE_URL and ${prefix}_MODEL are set together or not at all, ${prefix}_API_KEY only with them.`,
    )
  }
  const { protocol, hostname, username, password } = new URL(baseUrl)
  if (apiKey !== null && protocol === 'http:' && !isLoopback(hostname)) {
    reader.problem(
      null,
      `${prefix}_BASE_URL must be https unless it is a loopback address or there is no ${prefix}_API_KEY.`,
    )
  }
  if (username + password !== '')
    reader.problem(null, `${prefix}_BASE_URL must have no user and password: set ${prefix}_API_KEY.`)
  return { baseUrl, model, apiKey }
}
