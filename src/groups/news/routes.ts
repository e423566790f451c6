import { handle, type Route } from '../../contract/endpoint.ts'
import * as contract from '../../contract/news.ts'
import * as sourcesContract from '../../contract/news-sources.ts'
import type { Sources } from './articles/sources.ts'
import type { createPostedArticles } from './intake/posted-articles.ts'
import type { News } from './service.ts'

export interface RoutesDeps {
  news: News
  sources: Sources
  post: ReturnType<typeof createPostedArticles>
}

/** One line for each endpoint. */
export function routes({ news, sources, post }: RoutesDeps): Route[] {
  return [
    handle(contract.topArticles, async ({ caller, query }) => ({ value: await news.top(caller, query) })),
    handle(contract.entityArticles, async (call) => ({
      value: await news.ofEntity(call, call.params.entity_id, call.query),
    })),
    handle(contract.getArticle, async ({ params, signal }) => ({
      value: await news.get(params.doc_id, signal),
    })),
    handle(contract.searchArticles, async (call) => ({ value: await news.search(call, call.query) })),
    handle(contract.similarArticles, async (call) => ({
      value: await news.similar(call, call.params.doc_id, call.query.limit),
    })),
    handle(sourcesContract.trending, async ({ query }) => ({ value: await news.trending(query) })),
    handle(sourcesContract.listSources, async () => ({ value: await sources.list() })),
    handle(sourcesContract.entitySentiment, async ({ params, query, signal }) => ({
      value: await news.sentiment(params.entity_id, query, signal),
    })),
    handle(sourcesContract.postArticles, async ({ body, signal }) => ({
      value: await post(body.items, signal),
    })),
    handle(sourcesContract.updateSource, async ({ params, body }) => ({
      value: await sources.setTier(params.source, body.routing_tier),
    })),
  ]
}
