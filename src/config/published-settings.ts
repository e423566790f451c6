import type { Config } from './config.ts'

/**
 * What a server writes down of its settings for the command line beside it: all but addresses that hold passwords, keys, and the folder that
 * both know by paths of their own.
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
    ...told
  } = config
  return told
}
