import type { Config } from './config.ts'

/**
 * The settings that a server writes down for the command line on the same machine: all but addresses that contain passwords, keys, and the
 * folder that both know by their own paths.
 */
export type PublishedSettings = Omit<
  Config,
  'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'redisUrl' | 'llm' | 'embeddings'
>

export function publishedSettings(config: Config): PublishedSettings {
  const {
    dataDir: _dir,
    databaseUrl: _url,
    databaseDirectUrl: _directUrl,
    redisUrl: _redisUrl,
    llm: _llm,
    embeddings: _embeddings,
    ...published
  } = config
  return published
}
