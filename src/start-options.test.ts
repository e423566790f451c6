import { expect, it } from 'vitest'
import { readStart } from './start-options.ts'

it.each([
  [[], { demo: false, reset: false }],
  [['demo'], { demo: true, reset: false }],
  [['demo', '--reset'], { demo: true, reset: true }],
])('%j starts a server', (args, start) => {
  expect(readStart(args)).toEqual({ start })
})

it.each([
  [['demo', '--help'], /^Usage: npm run demo -- \[options\]\n[\s\S]*--reset[\s\S]*docs\/configuration\.md/],
  [['--help'], /^Usage: npm start -- \[options\]\n(?![\s\S]*--reset)[\s\S]*npm run demo/],
  [['--version'], /^\d+\.\d+\.\d+$/],
  [['demo', '--version'], /^\d+\.\d+\.\d+$/],
])('%j is answered', (args, text) => {
  expect(readStart(args)).toEqual({ text: expect.stringMatching(text), exitCode: 0 })
})

it.each([
  [
    ['demo', '--rest'],
    'Unknown option --rest. Did you mean --reset? npm run demo -- --help lists what there is.',
  ],
  [['demo', '--x'], 'Unknown option --x. npm run demo -- --help lists what there is.'],
  [['--reset'], 'Unknown option --reset. npm start -- --help lists what there is.'],
  [['dmeo'], 'npm start takes options alone. npm start -- --help lists what there is.'],
  [['demo', 'now'], 'npm run demo takes options alone. npm run demo -- --help lists what there is.'],
])('%j is refused in a sentence', (args, text) => {
  expect(readStart(args)).toEqual({ text, exitCode: 1 })
})
