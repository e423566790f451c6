import * as contract from '../../contract/chat.ts'
import { endpointsOf } from '../../contract/endpoint.ts'
import type { Group, GroupAbout, Platform, Ports } from '../group.ts'
import type { Embeddings } from '../../ports/embeddings.ts'
import type { LanguageModel } from '../../ports/language-model.ts'
import type { Answerer } from './answer.ts'
import { createModelBudget, type ModelBudget, NO_BUDGET } from './answering/budget.ts'
import { createBudgetStore } from './answering/budget-store.ts'
import { createEvidenceFinder } from './answering/evidence.ts'
import { createExtractiveAnswerer } from './answering/extractive.ts'
import { createModelAnswerer } from './answering/model.ts'
import { createPipeline } from './answering/pipeline.ts'
import { createArticleFinder } from './retrieval/article-finder.ts'
import { createHeadlineFinder } from './retrieval/headline-finder.ts'
import { routes } from './routes.ts'
import { createRunningAnswers } from './streams/running-answers.ts'
import { createChat } from './threads/service.ts'
import { createThreadStore } from './threads/thread-store.ts'

/** This group's entry in the list of groups. */
export const CHAT: GroupAbout = {
  name: 'chat',
  about: 'Conversations: questions, and answers whose every citation points to a stored record.',
  endpoints: endpointsOf(contract),
}

/** Configuration of answers. */
export interface ChatOptions {
  /** Null: answers are built from the findings, without a model. */
  model: LanguageModel | null
  /** Per tenant, of the model; null for no limit. */
  tokensPerDay: number | null
  /** Null: articles are found by words alone. */
  embeddings: Embeddings | null
}

type ChatGroupDeps = Platform &
  ChatOptions &
  Pick<Ports, 'instruments' | 'watchlists' | 'portfolios' | 'news'>

export function chatGroup(deps: ChatGroupDeps): Group {
  const { db, bus, clock, logger, instruments } = deps
  const store = createThreadStore(db)
  const findEvidence = createEvidenceFinder({
    ...deps,
    findArticles: createArticleFinder(deps),
    findHeadlines: createHeadlineFinder(deps.news),
  })
  const { answerer, budget } = answering(deps)
  const pipeline = createPipeline({ findEvidence, answerer })
  const answers = createRunningAnswers({ pipeline, store, logger })
  const unsubscribe = [
    bus.subscribe('chat.stop', ({ threadId, messageId }) => {
      void answers.stop(threadId, messageId)
    }),
    bus.subscribe('chat.follow', ({ messageId }) => {
      if (messageId !== null) answers.followedElsewhere(messageId)
    }),
  ]
  return {
    routes: routes(createChat({ store, answers, answerer, budget, instruments, bus, clock })),
    gauges: [
      { name: 'tidemark_chat_answers', help: 'Answers that are being written.', read: () => answers.size() },
    ],
    usage: async (caller) => ({
      counts: { threads: await store.count(caller) },
      limits: { threads: contract.MOST_THREADS },
    }),
    close: async () => {
      for (const end of unsubscribe) end()
      await answers.close()
    },
  }
}

function answering(deps: ChatGroupDeps): { answerer: Answerer; budget: Pick<ModelBudget, 'admit'> } {
  const { model, db } = deps
  const withoutModel = createExtractiveAnswerer()
  if (model === null) return { answerer: withoutModel, budget: NO_BUDGET }
  const budget = createModelBudget({ ...deps, store: createBudgetStore(db.withTables()) })
  const spend: ModelBudget['spend'] = (tenantId, tokens) => budget.spend(tenantId, tokens)
  return { answerer: createModelAnswerer({ model, withoutModel, spend }), budget }
}
