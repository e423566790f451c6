import { DEMO } from '../adapters/upstream/demo/index.ts'
import type { Config } from '../config/config.ts'

/** Sources whose listings are stored but must not be seen, because they are not configured. */
export function hiddenSourcesOf({ upstreams }: Pick<Config, 'upstreams'>): string[] {
  return upstreams.includes(DEMO) ? [] : [DEMO]
}
