import type pg from 'pg'

/** Enters so many deposits of 1 into an account, without the foreign keys that take most of the time for each row. */
export async function enterDeposits(pool: pg.Pool, accountId: string, count: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      `insert into portfolio_transaction (transaction_id, account_id, tenant_id, user_id, type, trade_date, amount, fee, tax, currency, external)
       select gen_random_uuid(), account_id, tenant_id, user_id, 'deposit', '2026-01-15', 1, 0, 0, 'USD', false
       from portfolio_account, generate_series(1, $2) where account_id = $1`,
      [accountId, count],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}
