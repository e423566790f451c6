import { refusals } from '../src/groups/chat/testing/answer-eval.ts'
import { businessReports, followUps, tablePages } from '../src/groups/chat/testing/retrieval-eval.ts'
import { realData } from '../tests/support/real-data.ts'

/** `npm run eval:chat` prints how well questions find their documents and are answered from them, on the real data. */
const print = (line: string): void => console.log(line)
const share = (value: number): string => value.toFixed(3)

const reports = businessReports(realData)
print(
  'Retrieval, business reports (the qrels pair many questions with another report than the one on their subject)',
)
print(`  nDCG@10             ${share(reports.ndcg)}  of ${reports.queries} judged questions`)
const pages = tablePages(realData)
print('Retrieval, pages of TAT-QA')
print(`  hit@1               ${share(pages.hitAt1)}  at least 0.850`)
print(`  hit@10              ${share(pages.hitAt10)}`)
const turns = followUps(realData)
print(`Follow-up questions, MTRAG (${turns.turns} later turns), recall of their passages among all`)
print(`  last message        @5 ${share(turns.last[0])}  @10 ${share(turns.last[1])}`)
print(`  rewritten           @5 ${share(turns.rewritten[0])}  @10 ${share(turns.rewritten[1])}`)
const { given, found } = refusals(realData)
print(
  'Refusal, MTRAG: share of turns that are answered without a claim (unanswerable at least 0.800, answerable at most 0.150)',
)
print(
  `  with their passages unanswerable ${share(given.unanswerable)}  answerable ${share(given.answerable)}`,
)
print(
  `  with the best of all unanswerable ${share(found.unanswerable)}  answerable ${share(found.answerable)}`,
)
