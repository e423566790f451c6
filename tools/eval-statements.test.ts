import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { describeRealData } from '../tests/support/real-data.ts'

describeRealData('statements of 132 filers', () => {
  it('are equal to the printed lines in 98 of 100, and wrong in 3 of 1,000 at most', () => {
    const script = fileURLToPath(new URL('eval-statements.ts', import.meta.url))
    const { status, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8', timeout: 60_000 })
    expect(stdout).toMatch(/^all +\d{4}\//m)
    expect([status, stdout.match(/^The bars.*/m)?.[0]]).toEqual([0, undefined])
  }, 60_000)
})
