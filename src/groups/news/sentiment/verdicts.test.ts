import { expect, test } from 'vitest'
import { passageAround } from './passage.ts'
import { isQuoted, verdicts } from './verdicts.ts'

function passage(body: string) {
  const start = body.indexOf('Contoso')
  return passageAround({ headline: '', body }, { field: 'body', start, end: start + 7 })
}
const sum = (body: string) => verdicts(passage(body)).find((each) => each.startsWith('V all'))

test.each([
  ['Contoso cuts costs', 1],
  ['Contoso cuts outlook', -1],
  ['Contoso loss narrows', 1],
  ['Contoso loss widens', -1],
  ['Contoso profit rises', 1],
  ['Contoso debt falls', 1],
  ['Contoso inflation rises', -1],
  ['Contoso did not rise', -1],
  ['Contoso files a form', 0],
  ['Contoso files for Chapter 11', -1],
  ['Contoso avoids bankruptcy', 1],
  ['Contoso ends sales slump', 1],
  ['Charges against Contoso dropped', 1],
  ['Contoso fine overturned', 1],
  ['Contoso recall smaller than feared', 1],
  ['Contoso posts a smaller-than-expected loss', 1],
  ['The FDA declines to approve a drug of Contoso', -1],
  ['A court blocks a fine of Contoso', 1],
  ['Contoso stems losses', 1],
  ['The FDA halts a trial of Contoso', -1],
  ['Contoso suspends operations', -1],
  // What stands before it is why.
  ['A strike halts Contoso', -2],
  ['Contoso has yet to turn a profit', -1],
  ['Contoso does not rule out bankruptcy', -1],
  ['Contoso rules out bankruptcy', 1],
  // What is no verb, and whose object is another, holds nothing up.
  ['A production halt brings losses to Contoso', -2],
  ['A stem cell trial of Contoso fails', -1],
  ['A suspended trader of Contoso is charged with fraud', -3],
  ['Shares of Contoso are suspended before a bankruptcy filing', -2],
  // What does not end stays as it is.
  ['Contoso fails to end strike', -2],
  ['Contoso unable to avoid bankruptcy', -2],
  ['Court refuses to overturn a fine of Contoso', -1],
  ['Contoso does not face a fine', 1],
  // A direction undoes no direction, and ends at a reason.
  ['Contoso ends lower', -1],
  ['Contoso drops on fraud', -2],
  // Whom it is said of may stand behind the negation.
  ['Jury does not find Contoso liable', 1],
  ['No talks, and Contoso is liable', -1],
  // A charge that came to nothing takes its reason along.
  ['Contoso not liable for fire damage', 1],
  ['Contoso unlikely to face penalty over data breach', 1],
  ['Contoso escapes a fine for fraud', 1],
  // What is given and then withheld is bad.
  ['Contoso pauses buyback', -1],
  ['Contoso omits dividend', -1],
  ['Contoso ceases buybacks', -1],
  ['Contoso stops buying back shares', -1],
  ['Contoso will not stop buying back shares', 1],
  // Spending that is a reason goes with what it explains: it may be a cost or sales.
  ['Contoso loss shrinks on lower spending', 2],
  ['Contoso loss widens on higher spending', -2],
  ['Contoso sales fall on lower consumer spending', -2],
  // What is ahead outweighs what was.
  ['Contoso tops estimates but guidance disappoints', -2],
  ['Contoso misses estimates but raises guidance', 2],
  ['Contoso tops estimates and raises guidance', 2],
  ['Contoso beats on profit, guidance falls short', -2],
  ['Contoso misses estimates, guidance tops views', 2],
  ['Contoso profit rises, outlook cut', -2],
  ['Contoso outlook cut, profit rises', -2],
  ['Contoso sales fall but forecast beats expectations', 2],
  ['Contoso beats on earnings but warns on costs', -2],
  ['Contoso beats, but guidance is light', -2],
  ['Contoso profit beats; guidance soft', -2],
  ['Contoso revenue beats, outlook comes up short', -2],
  ['Contoso record sales, profit warning follows', -2],
  ['Contoso beats expectations, sees full-year profit below estimates', -2],
  ['Contoso beats top and bottom line, but outlook is soft', -3],
  ['Contoso earnings beat overshadowed by weak outlook', -2],
  ['Contoso reports strong results but warns of slower growth', -3],
  ['Contoso beats on both lines, withdraws guidance', -2],
  ['Contoso provides lighter-than-expected guidance', -1],
  ['Contoso posts record revenue but sees slower growth', -2],
  ['Contoso beats on EPS but light on revenue guidance', -2],
  ['Contoso loss wider than expected but raises guidance', 2],
  ['Contoso reports earnings beat and cuts guidance', -2],
  ['Contoso sales rise and profit outlook cut', -2],
  ['Contoso raises profit and revenue guidance', 1],
  ['Contoso reaffirms guidance', 0],
  ['Contoso misses on revenue and lifts annual forecast', 2],
  ['Contoso beats by a penny and guides lower', -2],
  ['Contoso tops forecasts, but growth to slow next year', -2],
  ['Contoso posts solid quarter but flags slower growth', -2],
  ['Contoso reports better than expected profit', 2],
  ['Contoso profit doubles, but company cautions on second half', -2],
  ['Contoso reports record bookings but trims forecast', -2],
  // A record of what one would rather not have is none to be proud of.
  ['Contoso reports record loss', -1],
  ['Contoso growth forecast cut', -1],
  ['Contoso shakes off growth worries', 1],
  // Growth is no news of its own where something else says which way it goes.
  ['Contoso growth slows', -1],
  ['Contoso growth accelerates', 1],
  ['Contoso grows', 1],
  // Light and soft is a figure, and nothing else.
  ['Contoso outlook light', -1],
  ['Contoso light on guidance', -1],
  ['Contoso gives soft full-year forecast', -1],
  ['Contoso launches light truck', 0],
  ['Contoso guidance: light trucks lead', 0],
  // What is measured against is not ahead, and a forecast is no result.
  ['Contoso beats forecasts, revenue misses', 0],
  ['Contoso raises profit forecast, cuts sales outlook', 0],
  // A size tells the way of a result or burden.
  ['Contoso posts smaller loss', 1],
  ['Contoso posts wider quarterly loss', -1],
  ['Contoso posts smaller loss on reduced spending', 2],
  ['Contoso has smaller offices', 0],
  ['Contoso loss shrinks as spending falls', 2],
  // A block of houses holds nothing up.
  ['Apartment block fire at Contoso', -1],
  ['Contoso engine block recall', -1],
  // So is a rating that is taken away, and what rises less than was expected.
  ['Nomura strips Contoso of its buy rating', -1],
  ['Contoso stripped of outperform rating', -1],
  ['Contoso profit rises less than expected', -1],
  ['Contoso sales fall less than expected', 1],
  ['Contoso will not suspend its dividend', 1],
  ['Contoso raises dividend', 1],
  // A rating's way counts, and not where it leads.
  ['Contoso downgraded to neutral from buy', -1],
  ['Contoso upgraded to buy from sell', 1],
  ['Contoso moves from loss to profit', 1],
  ['Contoso loss deepens', -2],
])('%s adds up to %d', (body, expected) => {
  expect(sum(body)).toBe(`V all ${expected}`)
})

test.each([
  'Rates will fall soon, said Jane Roe, chief economist at Contoso.',
  'Rates will fall soon, according to Contoso.',
  'Contoso declined to comment on the fall of rates.',
  'Contoso did not immediately respond to a request for comment.',
])('%s quotes it', (body) => {
  expect(isQuoted(passage(body))).toBe(true)
})

test.each([
  'Contoso said on Monday its profit fell.',
  'Contoso fell 3% after results.',
  'An analyst cut his rating on Contoso.',
])('%s is about it', (body) => {
  expect(isQuoted(passage(body))).toBe(false)
})
