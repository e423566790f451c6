import pg from 'pg'

/**
 * For a library with SQL of its own: several statements at once when there are no values, and values as `pg` parses
 * them by default. A failure leaves no transaction behind.
 */
export function plainSql(pool: pg.Pool): (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }> {
  return async (text, values = []) => {
    const client = await pool.connect()
    try {
      const query = { text, types: pg.types, ...(values.length === 0 ? {} : { values }) }
      const result = (await client.query(query)) as pg.QueryResult | pg.QueryResult[]
      client.release()
      return Array.isArray(result) ? { rows: result.flatMap(({ rows }) => rows) } : result
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      client.release(true)
      throw error
    }
  }
}
