import { expect, it } from 'vitest'
import { freshDataDir } from '../support/database.ts'
import { describeEngines } from '../support/engines.ts'
import { randomOf, SEED } from '../support/measured.ts'
import { killWriters } from '../support/writers.ts'

/** `npm run faults -- f09` kills 500. */
const KILLS = 5

describeEngines('writes of a process that is killed', (engine) => {
  it('are all there when they were acknowledged, each once, and none by half', async () => {
    const database = engine.name === 'postgres' ? await engine.create() : null
    const where = database?.where ?? (await freshDataDir())
    const random = randomOf(SEED)
    const { acknowledged, violations, openMs } = await killWriters({
      where,
      name: 'KILL',
      kills: KILLS,
      random,
    })
    expect(violations, `FAULT_SEED=${SEED}`).toEqual([])
    // Of each that was killed after it had opened; the last to open writes nothing.
    expect(openMs.length, `FAULT_SEED=${SEED}`).toBeGreaterThan(1)
    expect(acknowledged, `FAULT_SEED=${SEED}`).toBeGreaterThanOrEqual(openMs.length - 1)
    await database?.drop()
  }, 180_000)
})
