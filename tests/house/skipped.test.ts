import { expect, test } from 'vitest'
import { SkippedReporter } from '../support/skipped-reporter.ts'

test('the closing line of a run says once for each ring why it was skipped', () => {
  const printed: string[] = []
  const reporter = new SkippedReporter((line) => printed.push(line))
  for (const content of [
    'SKIPPED, no Redis answers at 127.0.0.1:6379: every test that needs one\n',
    'something else\nSKIPPED, nginx not installed: behind nginx\n',
    'SKIPPED, no Redis answers at 127.0.0.1:6379: every test that needs one\n',
  ])
    reporter.onUserConsoleLog({ content })
  reporter.onTestRunEnd()
  expect(printed).toEqual([
    '\nSkipped: nginx not installed: behind nginx; no Redis answers at 127.0.0.1:6379: every test that needs one.',
  ])
})

test('a whole run says that nothing was skipped', () => {
  const printed: string[] = []
  new SkippedReporter((line) => printed.push(line)).onTestRunEnd()
  expect(printed).toEqual(['\nNo ring was skipped.'])
})
