import { join } from 'node:path'
import { readFinentity, readSentfin, writtenHeadlines } from './sentiment-data.ts'
import { crossValidate, judgeShipped, SENTIMENTS, type Judged } from './sentiment-eval.ts'

/** Least accuracy: five-fold on SEntFiN, and of what ships on FinEntity, of which nothing is trained on. */
export const LEAST_ACCURACY = { sentfin: 0.8, finentity: 0.7 }

/** Both measures, from the folder of real data. */
function judgeSentiment(dataDir: string): { sentfin: Judged; finentity: Judged } {
  return {
    sentfin: crossValidate(readSentfin(join(dataDir, 'sentiment', 'sentfin-dev.csv')), writtenHeadlines()),
    finentity: judgeShipped(readFinentity(join(dataDir, 'entity', 'finentity-dev.json'))),
  }
}

/** The section on sentiment of `npm run eval:news`: prints its lines, and returns whether both measures are met. */
export function sentimentSection(dataDir: string, print: (line: string) => void): boolean {
  const { sentfin, finentity } = judgeSentiment(dataDir)
  print('Sentiment per entity')
  describe('SEntFiN headlines, 5-fold', sentfin, LEAST_ACCURACY.sentfin, print)
  describe('FinEntity spans, trained on none of it', finentity, LEAST_ACCURACY.finentity, print)
  return sentfin.accuracy >= LEAST_ACCURACY.sentfin && finentity.accuracy >= LEAST_ACCURACY.finentity
}

function describe(name: string, judged: Judged, least: number, print: (line: string) => void): void {
  const { accuracy, count, majority, macroF1, confusion } = judged
  print(
    `  ${name}: accuracy ${accuracy.toFixed(3)} (at least ${least.toFixed(2)}; majority ${majority.toFixed(3)}), ` +
      `macro F1 ${macroF1.toFixed(3)}, ${count} entities`,
  )
  for (const [i, row] of confusion.entries()) {
    const cells = row.map((cell, k) => `${SENTIMENTS[k]} ${cell}`).join(', ')
    print(`    truly ${SENTIMENTS[i]}: ${cells}`)
  }
}
