import { benchMillionArticles } from './chat-million.ts'
import { benchStreams } from './chat-streams.ts'
import { finish } from './figures.ts'
import { benchHttp } from './http.ts'
import { benchImports } from './imports.ts'
import { LOAD_GENERATOR } from './load.ts'
import { benchNews } from './news.ts'
import { selectParts, UnknownPart } from './parts.ts'
import { benchPortfolio } from './portfolio.ts'
import { benchSearch } from './search.ts'
import { benchStartup } from './startup.ts'

/**
 * `npm run bench [PART…]`: starts what it measures, compares with peers in the same run and says which budgets are
 * missed. Ratios are requests per second of ours over those of a bare route, in turns, 64 connections.
 */
const PARTS: Record<string, () => Promise<void>> = {
  startup: benchStartup,
  search: benchSearch,
  news: benchNews,
  'chat-streams': benchStreams,
  'chat-retrieval': benchMillionArticles,
  portfolio: benchPortfolio,
  imports: benchImports,
  http: benchHttp,
}

try {
  const names = selectParts(Object.keys(PARTS), process.argv.slice(2))
  console.log(`Node ${process.version}, load by ${LOAD_GENERATOR}\n`)
  for (const name of names) {
    console.log(`\n${name}`)
    await PARTS[name]?.()
  }
  const missed = finish()
  console.log(missed.length === 0 ? '\nEvery budget is met.' : `\nMissed: ${missed.join('; ')}`)
  process.exitCode = missed.length === 0 ? 0 : 1
} catch (error) {
  console.error(error instanceof UnknownPart ? error.message : error)
  process.exitCode = 1
}
