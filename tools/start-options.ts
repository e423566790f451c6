import { readFileSync } from 'node:fs'

const script = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
const options = /"start": "exec node tools\/run\.mjs (.*) src\//.exec(script)?.[1]
if (options === undefined) throw new Error('package.json has no script "start" with options for Node')

/** Node's own options of `npm start`, for whatever is to be measured as that runs. */
export const START_OPTIONS: readonly string[] = options.split(/ +/)
