import { describe, expect, it } from 'vitest'
import { answerFeatures, isAnswering, leastScore } from './answerability.ts'

const asked = (message: string, standalone = message) => ({ message, standalone })

const OIL = `Oil prices fall as OPEC+ agrees to raise output
Oil fell more than 3 percent on Monday after OPEC+ said that it would raise output by 411,000 barrels a day in June. Brent settled at $61.29.`
const RATES = `Fed holds interest rates steady
The Federal Reserve left interest rates unchanged on Wednesday. Chair Powell said that tariffs may slow growth.`
const STRIKE = `Dock workers end strike at East Coast ports
The union and the port operators reached a tentative agreement on wages, which raises pay by 62 percent over six years. Ports reopen on Friday.`

describe('isAnswering', () => {
  it.each([
    ['Why did oil prices fall?', OIL],
    ['What happened to oil prices on Monday?', OIL],
    ['How much will OPEC+ raise output?', OIL],
    ['Did the Fed hold interest rates?', RATES],
    ['What did Powell say about tariffs?', RATES],
    ['When do East Coast ports reopen?', STRIKE],
    ['Latest news on the dock workers strike', STRIKE],
    ['interest rates', RATES],
  ])('takes "%s" to be answered by the article that does', (question, text) => {
    expect(isAnswering(asked(question), text, true)).toBe(true)
  })

  it.each([
    ['How many barrels does Venezuela export to China?', OIL],
    ['Is natural gas more expensive than oil?', OIL],
    ['Which candidates could succeed Powell in May?', RATES],
    ['Will the Fed cut its staff in Dallas?', RATES],
    ['How many containers are waiting in Savannah?', STRIKE],
    ['Will rail workers in Canada strike?', STRIKE],
    ['Why?', RATES],
    ['', RATES],
  ])('takes "%s" not to be answered by an article on another matter', (question, text) => {
    expect(isAnswering(asked(question), text, true)).toBe(false)
  })

  it('needs the words near one another', () => {
    const filler = 'Shares were little changed in quiet trading that day. '.repeat(6)
    const apart = `Morning briefing\nOutput of steel rose. ${filler}Brazil votes in October. ${filler}Tariffs were not discussed.`
    const together = `Morning briefing\nSteel from Brazil is under new tariffs. ${filler}${filler}`
    const question = asked('Which steel tariffs does Brazil face?')
    expect(isAnswering(question, together, true)).toBe(true)
    expect(isAnswering(question, apart, true)).toBe(false)
  })

  it('needs more of a text that others fit better than', () => {
    const text = `Weekly review\n${'Markets were calm. '.repeat(12)}The tariffs on steel were mentioned by exporters.`
    const question = asked('Which steel tariffs does Brazil face?')
    expect(isAnswering(question, text, true)).toBe(true)
    expect(isAnswering(question, text, false)).toBe(false)
  })
})

describe('answerFeatures', () => {
  it('looks for the words of the message, and of what it refers to where it has none of its own', () => {
    const followUp = answerFeatures(
      asked('And in Spain?', 'And in Spain? (olive harvest)'),
      'Olive harvest in Greece.',
    )
    expect(followUp.near).toBe(0)
    expect(followUp.likelihood).toBeGreaterThan(0)
    expect(answerFeatures(asked('Why so?', 'Why so? (olive harvest)'), 'Olive harvest in Greece.').near).toBe(
      1,
    )
  })

  it('is none without words', () => {
    expect(answerFeatures(asked('?'), 'Some text.')).toEqual({ near: 0, likelihood: 0, polar: 0 })
    expect(answerFeatures(asked('Olives?'), '').likelihood).toBe(0)
  })

  it.each([
    ['Is oil cheap?', 1],
    ['So, does it pay a dividend?', 1],
    ['I live in Spain. Can I buy it?', 1],
    ['Why is oil cheap?', 0],
    ['Tell me whether oil is cheap', 0],
  ])('knows whether "%s" asks for yes or no', (message, polar) => {
    expect(answerFeatures(asked(message), OIL).polar).toBe(polar)
  })
})

it('asks no more of the first text than its bar', () => {
  expect(leastScore(true, { least: 2, laterMargin: 1 })).toBe(2)
  expect(leastScore(false, { least: 2, laterMargin: 1 })).toBe(3)
})
