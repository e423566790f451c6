const rule = (name, from, to) => ({ name, severity: 'error', from, to })
/** Files of `from` may reach their own folder and those in `allowed`, nothing else of ours. */
const layer = (from, ...allowed) =>
  rule(
    `layer-${from.replaceAll('/', '-')}`,
    { path: `^src/${from}/`, pathNot: '\\.test\\.ts$' },
    {
      path: '^(src|tests|bench|tools)/',
      pathNot: [`^src/${from}/`, ...allowed.map((each) => `^src/${each}`)],
    },
  )
/** Files of a room of a group may reach those of the group itself and of the rooms `below`, of no other room. */
const room = (group, name, ...below) =>
  rule(
    `room-${group}-${name}`,
    { path: `^src/groups/${group}/${name}/`, pathNot: '\\.test\\.ts$' },
    {
      path: `^src/groups/${group}/[^/]+/`,
      pathNot: [name, ...below].map((each) => `^src/groups/${group}/${each}/`),
    },
  )
/** The npm package may be imported only from `where`. */
const vendor = (name, where) =>
  rule(`npm-${name}`, { path: '^src/', pathNot: [where, '\\.test\\.ts$'] }, { path: `node_modules/${name}/` })

export default {
  forbidden: [
    rule('no-cycle', {}, { circular: true }),
    rule('no-unresolvable', {}, { couldNotResolve: true }),
    layer('kernel'),
    layer('market', 'kernel/'),
    layer('config', 'kernel/', 'market/'),
    layer('contract', 'kernel/', 'market/'),
    layer('ports', 'kernel/', 'market/'),
    layer('demo-market', 'kernel/', 'market/'),
    layer('gateway', 'kernel/', 'contract/', 'ports/'),
    rule(
      'gateway-input',
      { path: '^src/gateway/input/', pathNot: '\\.test\\.ts$' },
      { path: '^src/gateway/', pathNot: '^src/gateway/input/' },
    ),
    layer(
      'groups',
      'kernel/',
      'market/',
      'contract/',
      'ports/',
      'adapters/storage/(schema|database|owned)\\.ts$',
    ),
    ...['storage', 'redis', 'bus', 'identity', 'jobs'].map((each) =>
      layer(`adapters/${each}`, 'kernel/', 'ports/'),
    ),
    ...['files', 'feeds'].map((each) => layer(`adapters/${each}`, 'kernel/', 'market/', 'ports/')),
    ...['outbound', 'llm'].map((each) => layer(`adapters/${each}`, 'kernel/', 'ports/')),
    ...['cache', 'counter'].map((each) => layer(`adapters/${each}`, 'kernel/', 'ports/', 'adapters/redis/')),
    layer('adapters/upstream', 'kernel/', 'market/', 'ports/', 'demo-market/'),
    rule(
      'groups-apart',
      { path: '^src/groups/([^/]+)/' },
      { path: '^src/groups/', pathNot: '^src/groups/($1/|group\\.ts$)' },
    ),
    room('chat', 'text'),
    ...['citations', 'table-reading', 'understanding'].map((each) => room('chat', each, 'text')),
    room('chat', 'facts', 'text', 'understanding'),
    room('chat', 'retrieval', 'text', 'table-reading'),
    room('chat', 'answering', 'text', 'citations', 'table-reading', 'understanding', 'facts', 'retrieval'),
    ...['ledger', 'watchlists'].map((each) => room('portfolio', each)),
    ...['imports', 'state'].map((each) => room('portfolio', each, 'ledger')),
    room('portfolio', 'valuation', 'ledger', 'state'),
    room('portfolio', 'performance', 'ledger', 'state', 'valuation'),
    rule(
      'vendors-apart',
      { path: '^src/adapters/upstream/([^/]+)/' },
      { path: '^src/adapters/upstream/[^/]+/', pathNot: '^src/adapters/upstream/$1/' },
    ),
    rule(
      'front-door',
      { path: '^src/([^/]+\\.ts|(cli|wiring)/.*)$' },
      {
        path: '^src/(groups|adapters/upstream|demo-market)/',
        pathNot: '^src/(groups|adapters/upstream)/([^/]+/index|group)\\.ts$',
      },
    ),
    rule(
      'only-main-starts',
      { path: '^src/', pathNot: '^src/(main|messages)\\.ts$' },
      { path: '^src/(server|main)\\.ts$' },
    ),
    rule('black-box', { path: '^tests/acceptance/' }, { path: '^src/' }),
    rule(
      'no-test-in-product',
      { path: '^src/', pathNot: '\\.test\\.ts$' },
      { path: '^(tests|bench|tools)/|\\.test\\.ts$' },
    ),
    rule(
      'sql-in-stores',
      { path: '^src/groups/', pathNot: '(^|[/-])store\\.ts$' },
      { path: 'node_modules/kysely/', dependencyTypesNot: ['type-only'] },
    ),
    vendor('commander', '^src/(cli/|start-options\\.ts$)'),
    vendor('entities', '^src/kernel/markup\\.ts$'),
    vendor('fastify', '^src/gateway/'),
    vendor('@scalar', '^src/gateway/'),
    vendor('ws', '^src/gateway/'),
    vendor('(pg|pg-copy-streams|@electric-sql/pglite)', '^src/adapters/storage/'),
    vendor('@ai-sdk', '^src/adapters/llm/'),
    vendor('decimal.js', '^src/groups/portfolio/'),
    vendor('pg-boss', '^src/adapters/jobs/'),
    vendor('kysely', '^src/(adapters/storage|groups)/'),
    vendor('ioredis', '^src/adapters/redis/'),
    vendor('jose', '^src/adapters/identity/'),
    vendor('oidc-provider', '^src/adapters/identity/bundled/'),
    vendor('typebox', '^src/(contract|gateway|adapters/upstream)/'),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.mjs'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
    },
  },
}
