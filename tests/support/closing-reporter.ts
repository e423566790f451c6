import type { Reporter, TestCase } from 'vitest/node'

const SKIPPED = /^SKIPPED, (.+)$/gm

/** What tests said that they left out, as a sentence for the end of a run. */
function skippedSentence(reasons: Iterable<string>): string {
  const all = [...new Set(reasons)].toSorted()
  return all.length === 0 ? 'No ring was skipped.' : `Skipped: ${all.join('; ')}.`
}

/** Says in the closing lines of a run which rings were skipped and why, and which tests passed only when tried again. */
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

  onTestCaseResult(test: Pick<TestCase, 'diagnostic' | 'fullName' | 'module'>): void {
    if (test.diagnostic()?.flaky === true)
      this.flaky.push(`${test.module.relativeModuleId}: ${test.fullName}`)
  }

  onTestRunEnd(): void {
    this.print(`\n${skippedSentence(this.reasons)}`)
    if (this.flaky.length > 0) {
      this.print(`FLAKY, passed at the second try only:\n${this.flaky.map((each) => `  ${each}`).join('\n')}`)
    }
  }
}
