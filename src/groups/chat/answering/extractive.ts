import { isAnswering } from './answerability.ts'
import { type Answerer, type Evidence, type Question, SIMULATED, type SourceRecord } from '../answer.ts'
import { inOtherLanguage, ofExchangeRates } from './clarifications.ts'
import { bestSentences, plainQuote, quotation } from '../text/quotes.ts'
import { isSupportedApartFromNames, textOf } from '../text/support.ts'
import { countTokens } from './tokens.ts'
import { nameOf } from '../facts/number-format.ts'

/** Sentences of one article. */
const MOST_SENTENCES = 2
const NO_ANSWER = 'The stored data does not answer this question.'

/**
 * Answers without a language model: outputs the computed findings, quotes the sentences of articles that answer the question, cites each,
 * and states plainly when there is no answer.
 */
export function createExtractiveAnswerer(): Answerer {
  return {
    secret: null,
    available: () => true,
    async answer(question, evidence, _signal, say) {
      say({ kind: 'thinking', text: whatWasFound(evidence) })
      let said = ''
      for (const text of sentencesOf(question, evidence)) {
        const piece = said === '' ? text : `${text.startsWith('\n') ? '' : ' '}${text}`
        said += piece
        say({ kind: 'text', text: piece })
      }
      const read = evidence.records.reduce(
        (sum, { headline, text }) => sum + countTokens(headline) + countTokens(text),
        0,
      )
      say({ kind: 'usage', tokens: countTokens(question.message) + read + countTokens(said) })
    },
  }
}

function whatWasFound({ question, instruments, records }: Evidence): string {
  const names = instruments.map(nameOf).join(', ')
  const about = names === '' ? '' : ` about ${names}`
  const number = records.length === 1 ? 'one record' : `${records.length} records`
  return ` Looked for "${plainQuote(question).slice(0, 300)}"${about}: ${number} found.`
}

function* sentencesOf(question: Question, evidence: Evidence): Generator<string> {
  const { clarification, records, findings, notes } = evidence
  const quoted = quotedArticles(question, evidence)
  // An article whose table already supplied a finding is not quoted as well.
  const quotes = [...records.entries()].filter(
    ([at, record]) => quoted.has(record) && !findings.some(({ sources }) => sources.includes(at)),
  )
  const isAnswered = quotes.length > 0 || findings.some(({ isAccompanying }) => isAccompanying !== true)
  const { message } = question
  yield* evidence.readAs ?? []
  if (!isAnswered) yield clarification ?? ofExchangeRates(message) ?? inOtherLanguage(message) ?? NO_ANSWER
  const written = new Set<string>()
  for (const { text, sources } of findings) {
    // A question that names two currencies can yield the same sentence twice.
    if (written.has(text)) continue
    written.add(text)
    const markers = sources.map((at) => `[${at + 1}]`).join('')
    // The citation belongs inside its sentence.
    yield `${text.replace(/\.$/, '')} ${markers}.`
  }
  for (const [place, [at, record]] of quotes.entries())
    yield `${findings.length + place > 0 ? '\n\n' : ''}${quoteOf(question, record)} [${at + 1}].`
  // The note on simulated data is left out when no data is given.
  for (const note of notes) if (isAnswered || findings.length > 0 || note !== SIMULATED) yield note
}

/** News is shown whatever its words; anything else asked about a company must be mentioned in the article. */
function quotedArticles({ message }: Question, evidence: Evidence): ReadonlySet<SourceRecord> {
  const { question, instruments, isNews, records } = evidence
  const articles = records.filter(({ kind }) => kind === 'article')
  if (isNews) return new Set(articles)
  if (instruments.length > 0)
    return new Set(
      articles.filter((record) => isSupportedApartFromNames(question, textOf(record), instruments)),
    )
  const asked = { message, standalone: question }
  const answering = (isFirst: (record: SourceRecord) => boolean): SourceRecord[] =>
    articles.filter((record) =>
      isAnswering(asked, record.textApartFromNames ?? textOf(record), isFirst(record)),
    )
  const best = bestFitting(articles)
  // Once one article answers, the others contain the words for a reason.
  return new Set(answering((record) => record === best).length === 0 ? [] : answering(() => true))
}

function bestFitting(articles: readonly SourceRecord[]): SourceRecord | undefined {
  const places = articles.map(({ place }, at) => place ?? at)
  return articles[places.indexOf(Math.min(...places))]
}

function quoteOf(question: Question, record: SourceRecord): string {
  const headline = plainQuote(record.headline)
  const sentences = bestSentences(question.message, record.text, MOST_SENTENCES).filter(
    (text) => text !== headline,
  )
  return quotation(record, sentences)
}
