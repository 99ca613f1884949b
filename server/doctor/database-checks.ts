import { join } from 'node:path'
import pg from 'pg'
import type { Clock } from '#kernel/time.ts'
import { lackOfRightsText, readDatabaseSafety } from '#platform/db/check-database.ts'
import { readMigrationState } from '#platform/db/migrate.ts'
import type { Config } from '#server/config.server.ts'
import { type Check, type Finding, unless } from '#server/doctor/check.ts'

type Options = {
  /** The database with the role of the product. */
  url: string
  config: Config
  /** The clock of this machine. */
  clock: Clock
}

type Migrations = Awaited<ReturnType<typeof readMigrationState>>
type Client = Pick<pg.ClientBase, 'query'>

const answerWithinMs = 5_000
const neededVersion = 18
const warnClockMs = 2_000
const failClockMs = 60_000
/** Besides the connections of pages and jobs: the job queue has two more, the bus and the node lock one each. */
const moreConnections = 4
const migrationsFolder = join(import.meta.dirname, '../../database/migrations')

/** Several findings over one connection. When the database does not answer, there is only one. */
export function createDatabaseCheck({ url, config, clock }: Options): Check {
  return {
    name: 'Database',
    advice: config.databaseUrl
      ? 'Check DATABASE_URL, that PostgreSQL is running, and that its firewall lets this machine in.'
      : 'Start the product again: its embedded database has ended.',
    atStart: true,
    run: () =>
      withClient(url, async (client) => {
        const safety = await readDatabaseSafety(client)
        const migrations = await readMigrationState(client, migrationsFolder).catch(nullIfForbidden)
        return [
          ...(await readServer(client, config)),
          toDurability(safety.unsafeSettings, config),
          toRole(safety, migrations),
          await readClock(client, clock),
          ...(migrations ? [toMigrations(migrations)] : []),
        ]
      }),
  }
}

async function readServer(client: Client, config: Config): Promise<Finding[]> {
  const { rows } = await client.query<{ version: string; major: number; zone: string; allowed: number }>(
    `select current_setting('server_version') version, current_setting('server_version_num')::integer / 10000 major,
      current_setting('TimeZone') zone,
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - coalesce(current_setting('reserved_connections', true)::integer, 0) allowed`,
  )
  const { version = '', major = 0, zone = '', allowed = 0 } = rows[0] ?? {}
  const needed = config.databaseConnections + config.jobsAtOnce + moreConnections
  return [
    {
      seen: `PostgreSQL ${version}.`,
      ...unless(major >= neededVersion, { state: 'failed', advice: `Use PostgreSQL ${neededVersion}.` }),
    },
    {
      name: 'Connections',
      seen: `The server allows ${allowed}, and this node uses up to ${needed}.`,
      ...unless(allowed >= needed, {
        state: 'warning',
        advice: 'Raise max_connections, lower DATABASE_CONNECTIONS, or use a pooler.',
      }),
    },
    {
      name: 'Time zone',
      seen: `${zone}.`,
      ...unless(isUtc(zone), {
        state: 'warning',
        advice: "Run 'alter database … set timezone to UTC': the product is tested with UTC only.",
      }),
    },
  ]
}

function isUtc(zone: string): boolean {
  return /^(etc\/)?(utc|uct|gmt|zulu)$/i.test(zone)
}

function toDurability(unsafeSettings: string[], { databaseDurability }: Config): Finding {
  const name = 'Durability'
  if (unsafeSettings.length === 0) {
    return { name, state: 'ok', seen: 'fsync, synchronous_commit and full_page_writes are on.' }
  }
  return {
    name,
    state: databaseDurability === 'required' ? 'failed' : 'warning',
    seen: `Off: ${unsafeSettings.join(', ')}.`,
    advice: 'Switch them on: otherwise a power failure loses money that people have already paid.',
  }
}

function toRole(
  { role, hasRights, ownsTables, isSuperuser }: Awaited<ReturnType<typeof readDatabaseSafety>>,
  migrations: { appliedCount: number } | null,
): Finding {
  const name = 'Database role'
  if (isSuperuser || ownsTables) {
    const what = isSuperuser ? 'is a superuser' : 'owns the tables'
    const advice = 'Use a member of samjhao_app in DATABASE_URL, and the owner in DATABASE_OWNER_URL.'
    return { name, state: 'warning', seen: `${role} ${what}, so it could rewrite the books.`, advice }
  }
  if (migrations?.appliedCount === 0) return { name, state: 'ok', seen: `${role}. The database is still empty.` }
  return hasRights
    ? { name, state: 'ok', seen: `${role} may use the tables and cannot rewrite the books.` }
    : { name, state: 'failed', seen: `${role} may not use the tables.`, advice: lackOfRightsText(role) }
}

/** The finding about the role says what to do then. */
function nullIfForbidden(error: unknown): null {
  const insufficientPrivilege = '42501'
  if ((error as { code?: string }).code === insufficientPrivilege) return null
  throw error
}

async function readClock(client: Client, clock: Clock): Promise<Finding> {
  const askedAt = clock.now().getTime()
  const { rows } = await client.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  const differenceMs = (rows[0]?.ms ?? Number.NaN) - (askedAt + clock.now().getTime()) / 2
  const isNear = Math.abs(differenceMs) < warnClockMs
  const seconds = (Math.abs(differenceMs) / 1_000).toFixed(1)
  const seen = `This machine and the database differ by ${seconds} seconds.`
  if (isNear) return { name: 'Clock', state: 'ok', seen }
  const state = Math.abs(differenceMs) < failClockMs ? 'warning' : 'failed'
  return { name: 'Clock', state, seen, advice: 'Run a time service such as chrony on both machines.' }
}

function toMigrations({ appliedCount, pending, problem }: Migrations): Finding {
  const name = 'Migrations'
  if (problem) return { name, state: 'failed', seen: problem, advice: 'Start the version that fits this database.' }
  const [first] = pending
  if (!first) return { name, state: 'ok', seen: `All ${appliedCount} are applied.` }
  const seen = `${pending.length} are not applied, the first is ${first}.`
  return { name, state: 'warning', seen, advice: 'Start the product: it applies them.' }
}

/** The role that runs migrations. */
export function createOwnerCheck(url: string): Check {
  return {
    name: 'Owner role',
    advice: 'Check DATABASE_OWNER_URL: without it, the next version cannot migrate the database.',
    atStart: true,
    run: () =>
      withClient(url, async (client) => {
        const { rows } = await client.query<{ role: string; mayMigrate: boolean }>(
          `select quote_ident(current_user) role,
            has_schema_privilege('public', 'create')
              and coalesce((select pg_has_role(relowner, 'usage') from pg_class
                where oid = to_regclass('ledger_transfers')), true) "mayMigrate"`,
        )
        const { role = '', mayMigrate = false } = rows[0] ?? {}
        const advice = 'Name the owner of the tables in DATABASE_OWNER_URL.'
        const seen = mayMigrate ? `${role} may migrate.` : `${role} may not change the tables.`
        return { seen, ...unless(mayMigrate, { state: 'failed', advice }) }
      }),
  }
}

/** The URL without a pooler must reach the same server. */
export function createDirectCheck({ url, directUrl }: { url: string; directUrl: string }): Check {
  const identify = (target: string) =>
    withClient(target, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `select current_database() || ' since ' || extract(epoch from pg_postmaster_start_time()) id`,
      )
      return rows[0]?.id
    })
  return {
    name: 'Direct connection',
    advice: 'Check DATABASE_DIRECT_URL: it names the same database without a pooler.',
    atStart: true,
    async run() {
      const [pooled, direct] = await Promise.all([identify(url), identify(directUrl)])
      const isSame = pooled === direct
      const advice = 'Set DATABASE_DIRECT_URL to the same database as DATABASE_URL.'
      const seen = isSame ? 'It reaches the same database.' : 'It reaches another database.'
      return { seen, ...unless(isSame, { state: 'failed', advice }) }
    },
  }
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'samjhao doctor',
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
