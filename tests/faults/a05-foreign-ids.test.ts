// The long form of the walk over the ids of others: everybody asks for every malformed id at every path with every method.
process.env['FOREIGN_IDS'] ??= 'thorough'
await import('../endpoints/gateway/foreign-ids.test.ts')
