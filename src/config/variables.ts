/** One environment variable as the operator sees it; `docs/configuration.md` is generated from this table. */
export interface Variable {
  name: string
  /** Shown in the documentation; the parser in config.ts applies it. */
  default: string
  /** What `npm run demo` sets when the variable is absent from the environment. */
  demo?: string
  meaning: string
  secret?: true
}

/** Every variable of this release. */
export const VARIABLES: readonly Variable[] = [
  { name: 'HOST', default: '127.0.0.1', meaning: 'IP address of the public listener, or `localhost`.' },
  { name: 'PORT', default: '8080', meaning: 'Port of the public listener, 0 for any free one.' },
  {
    name: 'OPS_PORT',
    default: '0',
    demo: '9090',
    meaning:
      'Port of `/metrics` on 127.0.0.1; 0 turns it off. `/healthz` and `/readyz` are on the public listener.',
  },
  {
    name: 'DATA_DIR',
    default: './.data',
    meaning:
      'Folder of the embedded database and of the keys. One process at a time; the command line finds a running server ' +
      'through the socket in it.',
  },
  {
    name: 'DATABASE_URL',
    default: 'unset',
    meaning: 'PostgreSQL 15 or later. Unset: the embedded database in DATA_DIR.',
    secret: true,
  },
  {
    name: 'DATABASE_DIRECT_URL',
    default: 'unset',
    meaning:
      'Address of the same database past a pooler in transaction mode, which DATABASE_URL may lead to: messages between ' +
      'processes (LISTEN) need a session. Unset: DATABASE_URL.',
    secret: true,
  },
  {
    name: 'REDIS_URL',
    default: 'unset',
    meaning:
      'Redis 7 (`redis://` or `rediss://`) for the limits and the cache of several processes. Unset: each process has its own.',
    secret: true,
  },
  {
    name: 'ROLE',
    default: 'all',
    meaning:
      '`all`; `gateway`: answers requests and runs no workers; `worker`: runs the workers, answers `/healthz` and `/readyz` alone, and ' +
      'needs no way to log in. Anything but `all` needs DATABASE_URL and REDIS_URL.',
  },
  {
    name: 'AUTH_URL',
    default: 'unset',
    demo: 'bundled',
    meaning:
      'Base address of the OIDC identity provider, https or a loopback http address. Issuer and key set are read from its ' +
      'discovery document. Exactly `bundled`: the development provider of this gateway, at the gateway’s own address; refused ' +
      'together with NODE_ENV=production.',
  },
  {
    name: 'OIDC_AUDIENCE',
    default: 'unset',
    meaning:
      'Audience that a token must be for; with a list, any of them (comma-separated). Unset: not checked.',
  },
  {
    name: 'OIDC_CLIENT_ID',
    default: 'unset',
    meaning:
      'Client id that browsers use at the identity provider; `tidemark` at the bundled one unless set.',
  },
  {
    name: 'OIDC_TENANT_CLAIM',
    default: 'tenant_id',
    meaning: 'Claim with the tenant. A value that is no UUID becomes UUIDv5(issuer, value).',
  },
  {
    name: 'OIDC_EMAIL_CLAIM',
    default: 'email',
    meaning:
      'Claim with the e-mail address. The claim of this name with `_verified` behind it says whether the address is proved.',
  },
  {
    name: 'OIDC_ROLE_CLAIM',
    default: 'unset',
    meaning:
      'Claim of the token that holds `admin` for users with the role admin: as a text, in a list of texts, or as a key of an ' +
      'object as in Zitadel’s `urn:zitadel:iam:org:project:roles`. Only with the identity provider of AUTH_URL.',
  },
  {
    name: 'OIDC_REQUIRE',
    default: 'none',
    meaning:
      'What access tokens must have beyond the usual (comma-separated): `at+jwt`, the type of RFC 9068, and `jti`. For a provider ' +
      'whose ID tokens have neither `nonce` nor `at_hash`.',
  },
  {
    name: 'OIDC_STALE_MINUTES',
    default: '60',
    meaning:
      'How long the last keys are used while the identity provider is unreachable, 10 to 10080 minutes.',
  },
  {
    name: 'DEV_LOGIN_ENABLED',
    default: 'unset',
    demo: 'true',
    meaning: 'Exactly `true` turns on POST /v1/auth/dev-login. Refused together with NODE_ENV=production.',
  },
  {
    name: 'ADMIN_EMAILS',
    default: 'unset',
    demo: 'admin@demo.test',
    meaning:
      'Comma-separated addresses whose users have the role admin, if the identity provider says `email_verified: true`. With ' +
      'dev-login and the bundled provider anybody can enter one; beside an https AUTH_URL dev-login gives nobody the role. ' +
      'A to Z are as a to z, all other letters must be the same.',
  },
  {
    name: 'ADMIN_SUBJECTS',
    default: 'unset',
    meaning:
      'Comma-separated subjects (`sub`) of the identity provider of AUTH_URL whose users have the role admin.',
  },
  {
    name: 'DEFAULT_TIER',
    default: 'free',
    demo: 'pro',
    meaning:
      '`free` (60 requests in any 60 s), `pro` (600) or `enterprise` (unlimited): tenants without a recorded tier.',
  },
  {
    name: 'UPSTREAMS',
    default: 'unset',
    demo: 'demo',
    meaning:
      'Comma-separated data sources in order of preference. Empty: only imported data is served. Known: `demo`.',
  },
  {
    name: 'DEMO_SEED',
    default: 'tidemark',
    meaning: 'Seed of the simulated market; only with the upstream `demo`.',
  },
  {
    name: 'DEMO_NEWS_DAYS',
    default: '90',
    meaning: 'Days of simulated news before now, 0 to 365; 0 is none at all. Only with the upstream `demo`.',
  },
  {
    name: 'DEMO_ACCOUNT_EMAIL',
    default: 'unset',
    demo: 'demo@demo.test',
    meaning:
      'Whose portfolio has an account with two years of transactions when the server starts, once. Only with the upstream `demo`.',
  },
  {
    name: 'NEWS_FEEDS_FILE',
    default: 'unset',
    meaning:
      'JSON file that names the news feeds to poll, each with its publisher and tier; see docs/news-feeds.md.',
  },
  {
    name: 'LLM_BASE_URL',
    default: 'unset',
    meaning:
      'Address of a language model’s API that writes the answers of chat, such as `http://127.0.0.1:11434/v1`; https where there is a key, unless it ' +
      'is a loopback address. Unset: answers are made of what was found, without a model and without a network.',
  },
  {
    name: 'LLM_MODEL',
    default: 'unset',
    meaning: 'The model’s name at that address; set together with LLM_BASE_URL.',
  },
  { name: 'LLM_API_KEY', default: 'unset', meaning: 'Its key, where it needs one.', secret: true },
  {
    name: 'LLM_PROVIDER',
    default: 'openai-compatible',
    meaning:
      'The API that is spoken there: `openai-compatible` (chat completions) or `anthropic` (messages).',
  },
  {
    name: 'LLM_TOKENS_PER_DAY',
    default: '1000000',
    meaning:
      'Tokens that the answers of one tenant may cost in a day, UTC; 0 for no limit. More: 429 until midnight.',
  },
  {
    name: 'LLM_NEWS_TOKENS_PER_DAY',
    default: '1000000',
    meaning:
      'Tokens for scoring news of the last two days, in a day, UTC; what comes then, and everything with 0, is scored without the model.',
  },
  {
    name: 'EMBEDDINGS_BASE_URL',
    default: 'unset',
    meaning:
      'Address of an OpenAI-compatible API whose vectors put the articles of an answer in order, beside their words, such as `http://127.0.0.1:11434/v1`; ' +
      'https where there is a key, unless it is a loopback address. Beginnings of articles and questions are sent there. Unset: words alone.',
  },
  {
    name: 'EMBEDDINGS_MODEL',
    default: 'unset',
    meaning: 'The embedding model’s name at that address; set together with EMBEDDINGS_BASE_URL.',
  },
  { name: 'EMBEDDINGS_API_KEY', default: 'unset', meaning: 'Its key, where it needs one.', secret: true },
  {
    name: 'CORS_ORIGINS',
    default: 'none',
    meaning: 'Comma-separated origins that browsers may call from, exact.',
  },
  {
    name: 'TRUST_PROXY',
    default: 'none',
    meaning: 'Comma-separated addresses or CIDR ranges of proxies whose X-Forwarded-For is believed.',
  },
  {
    name: 'ALLOWED_HOSTS',
    default: 'none',
    meaning:
      'Comma-separated names or IP addresses, without port, that requests may have in their Host header while dev-login or the bundled ' +
      'provider is on; all others are answered 421. Always allowed: `localhost`, 127.0.0.0/8, `[::1]`, HOST, and with HOST ' +
      '0.0.0.0 or :: every IP address.',
  },
  {
    name: 'CLOCK_START',
    default: 'unset',
    meaning:
      'ISO 8601 instant from 1961 to 2098 at which market time starts, for demos and tests "as of" a day. Refused with NODE_ENV=production.',
  },
  {
    name: 'LOG_LEVEL',
    default: 'info',
    demo: 'warn',
    meaning: '`fatal`, `error`, `warn`, `info`, `debug` (one line for each request) or `silent`.',
  },
  {
    name: 'NODE_ENV',
    default: 'unset',
    meaning: '`production` refuses dev-login and CLOCK_START.',
  },
]
