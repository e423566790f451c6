import { soundness } from '../src/groups/chat/testing/citation-eval.ts'
import { ANSWER_WEIGHTS } from '../src/groups/chat/answering/answer-weights.ts'
import {
  answerExamples,
  crossValidatedRefusals,
  refused,
} from '../src/groups/chat/testing/answer-training.ts'
import { crossValidated, rankingExamples } from '../src/groups/chat/testing/ranking-training.ts'
import { businessReports, followUps, tablePages } from '../src/groups/chat/testing/retrieval-eval.ts'
import { tableNumbers } from '../src/groups/chat/testing/table-eval.ts'
import { realData } from '../tests/support/real-data.ts'

/** `npm run eval:chat` prints how well questions find their documents and are answered from them, on the real data. */
const print = (line: string): void => console.log(line)
const share = (value: number): string => value.toFixed(3)

const reports = businessReports(realData)
print(
  'Retrieval, business reports (the judgements pair 10 of the 11 questions with a report on another subject: only q_15 has its own)',
)
print(`  nDCG@10             ${share(reports.ndcg)}  of ${reports.queries} judged questions`)
print('Retrieval, pages of TAT-QA (at least 0.850 first)')
for (const [name, { questions, hitAt1, hitAt10 }] of [
  ['cross-validated     ', crossValidated(rankingExamples(realData))],
  ['as shipped, fitted  ', tablePages(realData)],
] as const)
  print(`  ${name}hit@1 ${share(hitAt1)}  hit@10 ${share(hitAt10)}  of ${questions} questions`)
const numbers = tableNumbers(realData)
print(`Numbers of TAT-QA (${numbers.all.questions} questions whose answers are numbers, each with its page)`)
for (const [name, each] of [
  ['all                 ', numbers.all],
  ['pages of the rules  ', numbers.chosen],
  ['checked pages       ', numbers.checked],
] as const) {
  const { questions, answered, exact, scaled, amounts, said, rightlySaid, ofWords, numbered } = each
  print(
    `  ${name}answered ${share(answered / questions)}  exact ${share(exact / questions)}  with the scale ${share(scaled / questions)}  of those answered ${share(exact / answered)}`,
  )
  print(
    `    amounts with their unit, mostly of sentences: ${rightlySaid} right of ${said} answered of ${amounts}`,
  )
  print(`    given a number where words are the answer ${numbered} of ${ofWords}`)
}
const turns = followUps(realData)
print(`Follow-up questions, MTRAG (${turns.turns} later turns), recall of their passages among all`)
print(`  last message        @5 ${share(turns.last[0])}  @10 ${share(turns.last[1])}`)
print(`  rewritten           @5 ${share(turns.rewritten[0])}  @10 ${share(turns.rewritten[1])}`)
const examples = answerExamples(realData)
const answerable = examples.filter(({ isAnswerable }) => isAnswerable).length
const ofTurns = (count: number, all: number): string => {
  // Standard error of a share (Wald).
  const error = Math.sqrt(((count / all) * (1 - count / all)) / all)
  return `${share(count / all)} (${Number(count.toFixed(1))} of ${all}, ± ${share(error)})`
}
print(
  'Refusal, MTRAG: turns answered without a claim (unanswerable at least 0.800, answerable at most 0.150)',
)
for (const [kind, name] of [
  ['given', 'with their passages '],
  ['found', 'with the best of all'],
] as const) {
  for (const [how, counts] of [
    ['cross-validated   ', crossValidatedRefusals(examples, kind)],
    ['as shipped, fitted', refused(examples, kind, ANSWER_WEIGHTS)],
  ] as const)
    print(
      `  ${name} ${how} unanswerable ${ofTurns(counts.unanswerable, examples.length - answerable)}  answerable ${ofTurns(counts.answerable, answerable)}`,
    )
}
const { answers, cited, sound, faults } = await soundness(realData)
print(`Citations of ${answers} answers to TAT-QA and MTRAG from the best ten of all`)
print(`  sound               ${share(sound / cited)}  1.000, of ${cited} that cite`)
for (const fault of faults) print(`    ${fault}`)
