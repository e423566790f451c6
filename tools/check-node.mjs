// Plain JavaScript on purpose: an old Node must be able to read it and say what is wrong.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 12)) {
  console.error(
    `Tidemark needs Node 24.12 or later and this is ${process.versions.node}: run "npm ci" again without --omit=optional ` +
      'to get it from the npm registry (Linux x64), or install Node 24 from https://nodejs.org.',
  )
  process.exit(1)
}
