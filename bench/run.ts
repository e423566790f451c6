import { finish } from './figures.ts'
import { benchHttp } from './http.ts'
import { benchImports } from './imports.ts'
import { LOAD_GENERATOR } from './load.ts'
import { benchSearch } from './search.ts'
import { benchStartup } from './startup.ts'

/**
 * `npm run bench [PART…]`: starts what it measures, compares with peers in the same run and says which budgets are
 * missed. Ratios are requests per second of ours over those of a bare route, in turns, 64 connections.
 */
const PARTS: Record<string, () => Promise<void>> = {
  startup: benchStartup,
  search: benchSearch,
  imports: benchImports,
  http: benchHttp,
}

console.log(`Node ${process.version}, load by ${LOAD_GENERATOR}\n`)
const asked = process.argv.slice(2)
for (const [name, part] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n${name}`)
  await part()
}
const missed = finish()
console.log(missed.length === 0 ? '\nEvery budget is met.' : `\nMissed: ${missed.join('; ')}`)
process.exitCode = missed.length === 0 ? 0 : 1
