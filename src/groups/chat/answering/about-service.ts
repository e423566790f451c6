import { oneOf } from '../../../kernel/patterns.ts'

const THINGS = '(?:data|prices|numbers|quotes)'
const LISTED =
  '(?:companies|stocks|shares|funds|etfs|coins|cryptos?|indices|instruments|markets|countries|exchanges)'
/** Questions about the service itself rather than about stored data. */
const OF_SERVICE: ReadonlyArray<readonly [RegExp, string]> = [
  [
    new RegExp(
      oneOf`
        ^\W*how (?:do|can|should|would) (?:i|we|you) (?:add|enter|import|record|upload|load|create)\b.{0,60}\b(?:transactions?|trades?|portfolio|holdings?|positions?|shares|broker\w*|csv)\b
        ^\W*(?:please )?(?:add|enter|record|import) (?:\d[\d,.]* |my )?.{0,40}\b(?:shares?|trades?|statement)\b
      `,
      'i',
    ),
    'Chat changes nothing. Transactions are entered by POST /v1/portfolio/transactions, and files of brokers by `npx tidemark import transactions` or POST /v1/portfolio/transactions/import.',
  ],
  [
    /\b(?:(?:what|which) endpoints?|api keys?|(?:api|rest) endpoints?|your (?:api|endpoints?|sdk|documentation|docs)|openapi|webhooks?|python script|curl)\b|^\W*what(?: is|['’]s) the api\W*$/i,
    'How to use the interface is described by the documentation at /docs. Chat answers what is stored of companies, prices, news and your portfolio.',
  ],
  [
    new RegExp(
      oneOf`
        \b(?:your|the) ${THINGS}(?:['’]s)?\b.{0,40}\b(?:from|sources?|fresh|old|recent|current|delayed|real[- ]?time|live|updated)\b
        \b(?:sources?|fresh|old|recent|current|delayed|real[- ]?time|live|updated|get)\b.{0,20}\byour ${THINGS}\b
        ^\W*(?:is|are) (?:this|the|your|these|all) (?:real |live |actual )?${THINGS}(?: here)?(?: (?:real|live|true|right|correct|accurate|reliable|fake|simulated|delayed|up to date|(?:in )?real[- ]?time)\b.{0,20})?\W*$
        ^\W*how (?:accurate|reliable|fresh|old|current|often|good)\b.{0,20}\b${THINGS}\b.{0,30}$
        ^.{0,40}\breal[- ]?time ${THINGS}\W*$
      `,
      'i',
    ),
    'Numbers are those that this installation serves: of what was imported, of its feeds, or of the simulated market, which each answer says. Each number has its day, and its source shows it.',
  ],
  [
    new RegExp(
      oneOf`
        ^\W*(?:what|which) (?:${LISTED}|data) (?:do you (?:have|cover|know|support)|(?:is|are) (?:covered|listed|available|supported|there|stored))\b.{0,20}$
        ^\W*do you (?:have|cover|know|support|list) (?:any |all )?(?:[\w.-]{1,20} )?${LISTED}\W*$
      `,
      'i',
    ),
    'What is listed here is found by GET /v1/instruments/search: stocks, funds, indices and coins by name, ticker, ISIN or FIGI. Ask about one of them by its name or ticker.',
  ],
]

/** The reply to a question about the service itself: how to use it, where its numbers come from, what it covers; null for any other. */
export function ofService(text: string): string | null {
  return OF_SERVICE.find(([words]) => words.test(text))?.[1] ?? null
}
