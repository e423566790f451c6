import type { Reporter, TestCase } from 'vitest/node'

const SKIPPED = /^SKIPPED, (.+)$/gm

const FRAMES = 3

/** What tests said that they left out, as a sentence for the end of a run. */
function skippedSentence(reasons: Iterable<string>): string {
  const all = [...new Set(reasons)].toSorted()
  return all.length === 0 ? 'No ring was skipped.' : `Skipped: ${all.join('; ')}.`
}

/** Where in our files it was thrown, the innermost first. */
function frames(stack = ''): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at .*\.ts:\d/.test(line) && !line.includes('node_modules'))
    .slice(0, FRAMES)
    .map((line) => line.trim())
}

/** Says in the closing lines of a run which rings were skipped and why, and which tests passed only when tried again, with what failed at first. */
export class ClosingReporter implements Reporter {
  private readonly reasons = new Set<string>()
  private readonly flaky: string[] = []
  private readonly print: (line: string) => void

  constructor(print: (line: string) => void = console.log) {
    this.print = print
  }

  /** Every support file says with a line of its own what it misses. */
  onUserConsoleLog({ content }: { content: string }): void {
    for (const [, reason = ''] of content.matchAll(SKIPPED)) this.reasons.add(reason)
  }

  onTestCaseResult(test: Pick<TestCase, 'diagnostic' | 'fullName' | 'module' | 'result'>): void {
    if (test.diagnostic()?.flaky !== true) return
    // Nobody can look for the cause of what happens once in a thousand runs without the words of that once.
    const [error] = test.result().errors ?? []
    const cause = [error?.message, ...frames(error?.stack)].map((line) => `\n    ${line}`).join('')
    this.flaky.push(`${test.module.relativeModuleId}: ${test.fullName}${cause}`)
  }

  onTestRunEnd(): void {
    this.print(`\n${skippedSentence(this.reasons)}`)
    if (this.flaky.length > 0) {
      this.print(`FLAKY, passed at the second try only:\n${this.flaky.map((each) => `  ${each}`).join('\n')}`)
    }
  }
}
