/** A message of the conversation that a language model continues. */
export interface ModelMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** What a language model says, piece by piece. */
export type ModelPart =
  | { kind: 'thinking'; text: string }
  | { kind: 'text'; text: string }
  /** Tokens of the prompt and of what was said, as the provider counts them; comes last, where it comes. */
  | { kind: 'usage'; tokens: number }

export interface ModelRequest {
  messages: readonly ModelMessage[]
  /** The most tokens that it may say, reasoning included. */
  mostTokens: number
  /** Ends the request at the provider as well. */
  signal: AbortSignal
}

/** A language model of some provider. */
export interface LanguageModel {
  /**
   * Fails with `MODEL_UNAVAILABLE` or `MODEL_TIMEOUT`, whose details hold nothing of what the provider said, and with the signal's reason.
   */
  stream(request: ModelRequest): AsyncGenerator<ModelPart, void, undefined>
  /** False while nothing is tried, because it has failed several times in a row. */
  available(): boolean
}
