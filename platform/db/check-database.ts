import type pg from 'pg'
import type { Logger } from 'pino'
import { CannotStart } from '#platform/cannot-start.ts'

const durabilitySettings = ['fsync', 'synchronous_commit', 'full_page_writes']

type DatabaseSafety = {
  /** The role of the product, quoted for SQL. */
  role: string
  /** Whether the role may use the tables of the product. */
  hasRights: boolean
  /** Whether the role could rewrite the books. */
  ownsTables: boolean
  isSuperuser: boolean
  /** Settings with which the server may lose acknowledged commits. */
  unsafeSettings: string[]
}

/** Reads the rights of the role and the durability of the server, also of a database that is still empty. */
export async function readDatabaseSafety(client: Pick<pg.ClientBase, 'query'>): Promise<DatabaseSafety> {
  const { rows } = await client.query<Omit<DatabaseSafety, 'hasRights'> & { inAppRole: boolean }>(
    `select quote_ident(current_user) role, rolsuper "isSuperuser",
      coalesce((select pg_has_role(app.oid, 'usage') from pg_roles app where rolname = 'samjhao_app'), false) "inAppRole",
      coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('ledger_transfers')), false)
        "ownsTables",
      array(select name from pg_settings where name = any ($1) and setting in ('off', 'local') order by name)
        "unsafeSettings"
    from pg_roles where rolname = current_user`,
    [durabilitySettings],
  )
  const [found] = rows
  if (!found) throw new Error('the database does not know the current role')
  const { inAppRole, ...safety } = found
  return { ...safety, hasRights: inAppRole || safety.ownsTables }
}

/**
 * Refuses to start with a role that may not use the tables, or on a server that may lose acknowledged commits, and
 * money with them. Warns when the role of the product could rewrite the books.
 */
export async function checkDatabase(
  pool: pg.Pool,
  { durability, log }: { durability: 'required' | 'off'; log: Logger },
): Promise<void> {
  const { role, hasRights, ownsTables, unsafeSettings } = await readDatabaseSafety(pool)
  // Before the first start, the role of the product cannot be a member of a role that migrations create.
  if (!hasRights) throw new CannotStart(lackOfRightsText(role))
  const unsafe = unsafeSettings.join(', ')
  if (unsafe && durability === 'required') {
    throw new CannotStart(
      `The database may lose acknowledged commits (${unsafe} is off): switch it on, or set DATABASE_DURABILITY=off where no real money is kept.`,
    )
  }
  if (ownsTables) {
    log.warn(
      'the product runs as the owner of its tables: use a member of samjhao_app in DATABASE_URL, and the owner in DATABASE_OWNER_URL',
    )
  }
}

export function lackOfRightsText(role: string): string {
  return `The role of DATABASE_URL may not use the tables of the product: run 'grant samjhao_app to ${role}' as an administrator.`
}
