import { parseFeed } from '../src/adapters/feeds/parse-feed.ts'
import { printFeedsSection } from '../src/groups/news/testing/feeds-section.ts'
import { linkingReport } from '../src/groups/news/testing/linking-eval.ts'
import { sentimentSection } from '../src/groups/news/testing/sentiment-section.ts'
import { realData } from '../tests/support/real-data.ts'

/** `npm run eval:news` prints how well linking, sentiment and the reading of feeds do on the real data. */
const print = (line: string): void => console.log(line)

print('Linking, SEntFiN headlines')
for (const line of linkingReport(realData)) print(`  ${line}`)
print('')
sentimentSection(realData(), print)
print('')
printFeedsSection(realData(), parseFeed, print)
