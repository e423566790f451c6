import { isSupported } from '../answering/support.ts'
import { createRanking } from '../retrieval/ranking.ts'
import { standalone } from '../retrieval/rewrite.ts'
import { conversationTurns, historyOf } from './retrieval-eval.ts'

/** Shares of the turns of MTRAG that are refused: those that the passages do not answer, and those that they do. */
export interface Refusals {
  unanswerable: number
  answerable: number
}

const MOST_READ = 10

/** With the passages that belong to each turn, which unanswerable ones do not have, and with the best ten of all passages. */
export function refusals(realData: (...path: string[]) => string): { given: Refusals; found: Refusals } {
  const turns = conversationTurns(realData)
  const passages = [
    ...new Map(turns.flatMap(({ contexts }) => contexts.map((each) => [each.document_id, each]))).values(),
  ]
  const texts = passages.map(({ title = '', text }) => ({ title, text }))
  const ranking = createRanking(texts)
  const refused = (kind: string, textsOf: (turn: (typeof turns)[number]) => readonly string[]): number => {
    const of = turns.filter(({ answerability }) => answerability[0] === kind)
    const none = of.filter(
      (turn) => !textsOf(turn).some((text) => isSupported(historyOf(turn).message, text)),
    )
    return none.length / of.length
  }
  const given = ({ contexts }: (typeof turns)[number]): string[] =>
    contexts.map(({ title = '', text }) => `${title}\n${text}`)
  const found = (turn: (typeof turns)[number]): string[] => {
    const { message, history } = historyOf(turn)
    return ranking
      .rank(standalone(message, history), MOST_READ)
      .map(({ at }) => `${texts[at]?.title}\n${texts[at]?.text}`)
  }
  return {
    given: { unanswerable: refused('UNANSWERABLE', given), answerable: refused('ANSWERABLE', given) },
    found: { unanswerable: refused('UNANSWERABLE', found), answerable: refused('ANSWERABLE', found) },
  }
}
