import { defineConfig } from 'vitest/config'
import { START_OPTIONS } from './tools/start-options.ts'

/**
 * `npm run faults`: attacks and faults that take minutes or need the machine for themselves. Each file is a row of the
 * fault and attack matrix; `npm run faults -- f10` runs those whose name holds the word.
 */
export default defineConfig({
  test: {
    include: ['tests/faults/**/*.test.ts'],
    reporters: ['verbose'],
    // What `npm start` gives to Node: gateways of the worker itself are measured too.
    execArgv: [...START_OPTIONS],
    testTimeout: 300_000,
    hookTimeout: 60_000,
    setupFiles: ['tests/support/setup.ts'],
    // One at a time: they measure.
    fileParallelism: false,
  },
})
