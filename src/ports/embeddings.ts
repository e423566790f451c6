/** A vector of length 1. */
export type Vector = Float32Array

/** Turns texts into vectors whose nearness is nearness of meaning. */
export interface Embeddings {
  /**
   * The vectors of texts, by position; null for those that were late or invalid. Never fails except with the signal's
   * reason: without vectors the caller ranks without.
   */
  vectors(texts: readonly string[], signal: AbortSignal): Promise<ReadonlyArray<Vector | null>>
}
