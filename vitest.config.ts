import { defineConfig } from 'vitest/config'
import { ClosingReporter } from './tests/support/closing-reporter.ts'
import { LongestFirst } from './tests/support/longest-first.ts'

/** Whole processes and servers are started: on a busy machine that takes its time, and is no failure. */
const PROCESSES = { testTimeout: 90_000, hookTimeout: 240_000 }

const FILES_AT_ONCE = 5
/** Each file of them starts several servers and commands, whose own times must hold. */
const FILES_OF_PROCESSES_AT_ONCE = 4

/**
 * Rings of tests; CONTRIBUTING.md says what belongs where. A ring whose server is missing is skipped loudly by its own
 * support file, and with REQUIRE_RINGS=all that is a failure.
 */
export default defineConfig({
  test: {
    reporters: ['default', new ClosingReporter()],
    sequence: { sequencer: LongestFirst },
    // A machine may stall for a second. What passes at the second try only is named at the end of the run.
    retry: 1,
    // Of two cores Vitest leaves one to itself. Much of a test is waiting: with four workers both cores were busy three quarters of a run,
    // with five all of it.
    maxWorkers: FILES_AT_ONCE,
    // Workers live long: young objects are collected less often, which is 7 % of the processor time of the endpoints' ring.
    execArgv: ['--max-semi-space-size=64', '--min-semi-space-size=16'],
    // What hangs is ended; a machine that does three things at once is no reason to.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes: how soon is no matter of a test, on a machine that may stall.
    expect: { poll: { timeout: 15_000 } },
    setupFiles: ['tests/support/setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          sequence: { groupOrder: 1 },
          include: ['{src,tools,bench}/**/*.test.ts', 'tests/house/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'endpoints',
          sequence: { groupOrder: 1 },
          include: ['tests/endpoints/**/*.test.ts'],
          // Every file boots servers of its own and mocks nothing, so one process serves many files: what they import is
          // read and compiled once, which is half of their time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          sequence: { groupOrder: 1 },
          include: ['tests/conformance/**/*.test.ts'],
          isolate: false,
          ...PROCESSES,
        },
      },
      {
        extends: true,
        test: {
          name: 'acceptance',
          maxWorkers: FILES_OF_PROCESSES_AT_ONCE,
          // Another number of workers needs a turn of its own.
          sequence: { groupOrder: 0 },
          include: ['tests/acceptance/**/*.test.ts'],
          isolate: false,
          ...PROCESSES,
        },
      },
    ],
  },
})
