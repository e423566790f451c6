/** A vector of length 1. */
export type Vector = Float32Array

/** Turns texts into vectors whose nearness is nearness of meaning. */
export interface Embeddings {
  /**
   * The vectors of texts, by position; null for those that were not there in time or not as they must be. Never fails but with the signal's
   * reason: whoever has no vectors ranks without.
   */
  vectors(texts: readonly string[], signal: AbortSignal): Promise<ReadonlyArray<Vector | null>>
}
