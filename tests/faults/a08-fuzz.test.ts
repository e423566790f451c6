// The long form of the fuzz: 20,000 requests that the contract can describe, and every hostile text in every body.
process.env['FUZZ_REQUESTS'] ??= '20000'
await import('../endpoints/gateway/fuzz.test.ts')
