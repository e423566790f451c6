import { createEmbeddings } from '../adapters/llm/embeddings.ts'
import { createLanguageModel } from '../adapters/llm/language-model.ts'
import type { Config } from '../config/config.ts'
import type { ChatOptions } from '../groups/chat/index.ts'
import type { NewsOptions } from '../groups/news/index.ts'
import type { Logger } from '../kernel/logger.ts'

/** What each group does with the language model and the embeddings that are configured, if any are. */
export interface ModelUses {
  chat: ChatOptions
  news: Pick<NewsOptions, 'model'>
}

export function modelUsesOf({ llm, embeddings }: Config, logger: Logger): ModelUses {
  const model = llm === null ? null : createLanguageModel({ ...llm, logger })
  const tokensPerDay = llm?.newsTokensPerDay ?? 0
  return {
    chat: {
      model,
      tokensPerDay: llm?.tokensPerDay ?? null,
      embeddings: embeddings === null ? null : createEmbeddings({ ...embeddings, logger }),
    },
    news: { model: model === null || tokensPerDay === 0 ? null : { model, tokensPerDay } },
  }
}
