import type { ModelPart } from '../../ports/language-model.ts'
import type { ProviderRequest } from './provider.ts'

/** How far the thread reads ahead of the consumer: the most bytes of one stream that wait. */
export const MOST_AHEAD = 32 * 1024
const PART_WEIGHT = 64

/** To the thread that speaks with the provider. */
export type ToThread =
  | { kind: 'ask'; id: number; request: ProviderRequest }
  /** Parts of so much weight have been read. */
  | { kind: 'taken'; id: number; weight: number }
  | { kind: 'leave'; id: number }

/** What the thread says of one stream: `opened`, parts, and one of `ended` and `failed`. */
export type Said =
  | ModelPart
  | { kind: 'opened' }
  | { kind: 'ended' }
  /** Nothing of what the provider wrote: it may repeat keys and prompts. */
  | { kind: 'failed'; name: string; status: number | null }

/** What the thread has to say at once, of any streams. */
export type FromThread = ReadonlyArray<readonly [id: number, said: Said]>

/** What a part weighs while it waits: its characters, and something for itself. */
export const weightOf = (said: Said): number => PART_WEIGHT + ('text' in said ? said.text.length : 0)
