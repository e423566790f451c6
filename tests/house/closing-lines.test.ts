import { expect, test } from 'vitest'
import type { TestCase } from 'vitest/node'
import { ClosingReporter } from '../support/closing-reporter.ts'

const STACK = 'Error: too late\n    at tests/a.test.ts:7:3\n    at node_modules/vitest/dist/runner.js:1:1'

test('the closing line of a run says once for each ring why it was skipped', () => {
  const printed: string[] = []
  const reporter = new ClosingReporter((line) => printed.push(line))
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
  new ClosingReporter((line) => printed.push(line)).onTestRunEnd()
  expect(printed).toEqual(['\nNo ring was skipped.'])
})

test('a test that passed at the second try only is named, with what failed at the first', () => {
  const printed: string[] = []
  const reporter = new ClosingReporter((line) => printed.push(line))
  const ran = (fullName: string, flaky: boolean) =>
    reporter.onTestCaseResult({
      fullName,
      module: { relativeModuleId: 'tests/a.test.ts' },
      diagnostic: () => ({ flaky }),
      result: () => ({
        state: 'passed',
        errors: flaky ? [{ message: 'too late', stack: STACK }] : undefined,
      }),
    } as TestCase)
  ran('steady', false)
  ran('depends on the machine', true)
  reporter.onTestRunEnd()
  expect(printed[1]).toBe(
    [
      'FLAKY, passed at the second try only:',
      '  tests/a.test.ts: depends on the machine',
      '    too late',
      '    at tests/a.test.ts:7:3',
    ].join('\n'),
  )
})
