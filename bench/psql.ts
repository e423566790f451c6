import { spawnSync } from 'node:child_process'

/** The PostgreSQL server that benchmarks use where it is there. */
export const POSTGRES = 'postgres://postgres@127.0.0.1:5432'

/** What psql prints, without a frame; null where the server is not there or refuses the statements. */
export function psql(database: string, statements: string): string | null {
  const { status, stdout } = spawnSync(
    'psql',
    ['-XqAt', '-v', 'ON_ERROR_STOP=1', `${POSTGRES}/${database}`, '-c', statements],
    { encoding: 'utf8' },
  )
  return status === 0 ? stdout.trim() : null
}
