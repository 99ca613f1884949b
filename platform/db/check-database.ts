import type pg from 'pg'
import type { Logger } from 'pino'
import { CannotStart } from '#platform/cannot-start.ts'

const durabilitySettings = ['fsync', 'synchronous_commit', 'full_page_writes']

/**
 * Refuses to start with a role that may not use the tables, or on a server that may lose acknowledged commits, and
 * money with them. Warns when the role of the product could rewrite the books.
 */
export async function checkDatabase(
  pool: pg.Pool,
  { durability, log }: { durability: 'required' | 'off'; log: Logger },
): Promise<void> {
  await checkRole(pool)
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings where name = any ($1) and setting in ('off', 'local') order by name`,
    [durabilitySettings],
  )
  const unsafe = rows.map(({ name }) => name).join(', ')
  if (unsafe && durability === 'required') {
    throw new CannotStart(
      `The database may lose acknowledged commits (${unsafe} is off): switch it on, or set DATABASE_DURABILITY=off where no real money is kept.`,
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

/** Before the first start, the role of the product cannot be a member of a role that migrations create. */
async function checkRole(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string }>(
    `select quote_ident(current_user) role where not pg_has_role('samjhao_app', 'usage')
      and not pg_has_role((select relowner from pg_class where oid = 'ledger_transfers'::regclass), 'usage')`,
  )
  const [missing] = rows
  if (missing) {
    throw new CannotStart(
      `The role of DATABASE_URL may not use the tables of the product: run 'grant samjhao_app to ${missing.role}' as an administrator.`,
    )
  }
}
