/** Messages between processes; every message names what changed, never the new value. */
export interface BusMessages {
  /** Bars, statements or the records of instruments; null means any of them. `catalogue`: records among them. */
  'instruments.changed': { entityIds: readonly string[] | null; catalogue: boolean }
  /** Articles, or what is known of their sources. */
  'articles.changed': Record<string, never>
  /** An answer of a chat is to be written no further, or no answer of a thread. */
  'chat.stop': { messageId: string | null; threadId: string }
  /** Somebody reads an answer in another process than the one that writes it. */
  'chat.follow': { messageId: string | null }
  /** A tenant's tier or limit. */
  'tenant.changed': { tenantId: string | null }
  /** A token was logged out; null means any may have been. */
  'token.revoked': { revocationKey: string | null }
  /** An operator's word that the identity provider's keys are to be read again, and tokens checked again. */
  'keys.reload': Record<string, never>
}

export type Topic = keyof BusMessages

export interface Bus {
  /** Reaches every subscriber of every process, this one included, at least once and soon. */
  publish<T extends Topic>(topic: T, message: BusMessages[T]): Promise<void>
  /** Returns the function that ends the subscription. */
  subscribe<T extends Topic>(topic: T, listener: (message: BusMessages[T]) => void): () => void
}
