import type { DemoMarket } from '../../../demo-market/index.ts'
import { createDemoNews } from '../../../demo-market/index.ts'
import { createPause } from '../../../kernel/pause.ts'
import { entityIdOf } from '../../../market/entity-id.ts'
import type { ArticleSource, IncomingArticle } from '../../../ports/article-source.ts'

/** The news of the simulated market. */
export function createDemoArticles(
  market: DemoMarket,
  { name, seed, historyDays }: { name: string; seed: string; historyDays: number },
): ArticleSource {
  const news = createDemoNews(market, seed)
  return {
    name,
    version: seed,
    simulated: true,
    historyDays,
    async articles({ from, to }, signal) {
      // Each asks for prices of a company, which are computed.
      const pause = createPause(signal)
      const articles: IncomingArticle[] = []
      for (const { instrument, ...article } of news.between(from, to)) {
        articles.push({
          ...article,
          summary: null,
          language: 'en',
          guid: null,
          entityIds: [entityIdOf(instrument.ticker, instrument.mic)],
        })
        await pause()
      }
      return articles
    },
  }
}
