#!/usr/bin/env node
// Plain JavaScript on purpose, as tools/run.mjs is: an old Node must be able to begin it.
import { fileURLToPath } from 'node:url'
import { runProgram } from './run.mjs'

const fileOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

// Names of files are those of the folder in which somebody types; the data are where npm start and npm run demo have them.
process.env.DATA_DIR ||= fileOf('.data')
runProgram([fileOf('src/cli/tidemark.ts'), ...process.argv.slice(2)])
