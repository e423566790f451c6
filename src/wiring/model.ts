import { createLanguageModel } from '../adapters/llm/language-model.ts'
import type { Config } from '../config/config.ts'
import type { ChatOptions } from '../groups/chat/index.ts'
import type { Logger } from '../kernel/logger.ts'

/** The language model that is configured, if one is. */
export function modelOf({ llm }: Config, logger: Logger): ChatOptions {
  if (llm === null) return { model: null, tokensPerDay: null }
  return { model: createLanguageModel({ ...llm, logger }), tokensPerDay: llm.tokensPerDay }
}
