import { expect, it } from 'vitest'
import { nameId } from '../../../../kernel/ids.ts'
import { DAY_MS, parseDay } from '../../../../kernel/time.ts'
import type { PortfolioView } from '../../../../ports/portfolio.ts'
import { positionFact } from './portfolio-fact.ts'

const OWNER = { tenantId: nameId('test', 'tenant'), userId: 'user' }
const TESLA = { entityId: nameId('test', 'TSLA'), ticker: 'TSLA', name: 'Tesla, Inc.' }

const emptyAt = (baseCurrency: string, seconds: number): PortfolioView => ({
  baseCurrency,
  isOwnCurrency: baseCurrency === 'USD',
  totalValue: 0,
  cash: 0,
  on: null,
  asOf: (parseDay('2026-11-27') ?? 0) * DAY_MS + seconds * 1_000,
  simulated: false,
  holdings: [],
})

it('says that nothing is held in one sentence, in whatever currency and second of a day it is asked', () => {
  const said = [emptyAt('USD', 1), emptyAt('EUR', 2)].map(
    (view) => positionFact(OWNER, view, { about: [TESLA], isAsked: true })?.sentences,
  )
  expect(said[0]).toEqual(['You hold nothing of Tesla, Inc. (TSLA), as of 2026-11-27.'])
  expect(said[1]).toEqual(said[0])
})

it('says nothing of what is not asked for and not held', () => {
  expect(positionFact(OWNER, emptyAt('USD', 1), { about: [TESLA], isAsked: false })).toBeNull()
})
