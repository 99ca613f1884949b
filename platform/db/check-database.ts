import type pg from 'pg'
import type { Logger } from 'pino'
import { CannotStart } from '#platform/cannot-start.ts'

const needed = ['fsync', 'synchronous_commit', 'full_page_writes']

/**
 * Money is only safe on a server that keeps acknowledged commits, and the books are safest from a role that cannot
 * rewrite them. The first stops the start, the second is a warning.
 */
export async function checkDatabase(
  pool: pg.Pool,
  { durability, log }: { durability: 'required' | 'off'; log: Logger },
): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings where name = any ($1) and setting in ('off', 'local') order by name`,
    [needed],
  )
  const off = rows.map(({ name }) => name).join(', ')
  if (off && durability === 'required') {
    throw new CannotStart(
      `The database may lose acknowledged commits (${off} is off): switch it on, or set DATABASE_DURABILITY=off where no real money is kept.`,
    )
  }
  const owner = await pool.query(
    `select from pg_class where oid = 'ledger_transfers'::regclass and pg_has_role(relowner, 'usage')`,
  )
  if (owner.rowCount) {
    log.warn(
      'the product runs as the owner of its tables: use a member of samjhao_app in DATABASE_URL, and the owner in DATABASE_OWNER_URL',
    )
  }
}
