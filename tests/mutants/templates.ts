import pg from 'pg'
import { createMutatedText, readOriginalText, type Mutant } from '#tests/mutants/mutant.ts'
import { startMigratedPostgres } from '#tests/postgres.ts'

type Postgres = Awaited<ReturnType<typeof startMigratedPostgres>>
export type Templates = Awaited<ReturnType<typeof startTemplates>>

/** Starts a migrated PostgreSQL for all mutants. Each mutant gets a copy as the template of its own test databases. */
export async function startTemplates() {
  const postgres = await startMigratedPostgres()
  const superuser = new pg.Pool({ connectionString: postgres.superuserUrl, max: 2 })
  superuser.on('error', () => undefined)

  return {
    /**
     * Creates a template and returns its URLs for `provide-postgres.ts`. Only this template has the mutated function.
     */
    async create(name: string, mutant?: Mutant): Promise<string> {
      await superuser.query(`create database ${name} owner samjhao template samjhao`)
      const urls = createUrls(postgres, name)
      if (mutant && 'sqlFunction' in mutant.source) await runAsOwner(urls.ownerUrl, [createMutatedText(mutant)])
      return JSON.stringify(urls)
    },
    /** Drops the template and the databases copied from it. */
    async drop(name: string): Promise<void> {
      const copies = 'select datname from pg_database where datname = $1 or starts_with(datname, $1 || $2)'
      const { rows } = await superuser.query(copies, [name, '_'])
      for (const { datname } of rows) await superuser.query(`drop database if exists ${datname} with (force)`)
    },
    /**
     * Lists functions whose text in the migrations differs from the database. A mutant of an outdated text would
     * prove nothing.
     */
    async listOutdated(mutants: Mutant[]): Promise<string[]> {
      const { ownerUrl } = createUrls(postgres, 'originals')
      await superuser.query('create database originals owner samjhao template samjhao')
      const outdated: string[] = []
      for (const source of new Set(mutants.map((mutant) => mutant.source))) {
        if (!('sqlFunction' in source)) continue
        const [before, , after] = await runAsOwner(ownerUrl, [everyFunction, readOriginalText(source), everyFunction])
        if (before !== after) outdated.push(source.sqlFunction)
      }
      await this.drop('originals')
      return outdated
    },
    async stop(): Promise<void> {
      await superuser.end()
      await postgres.stop()
    },
  }
}

const everyFunction = `select string_agg(pg_get_functiondef(oid), '' order by oid) as text from pg_proc
  where pronamespace = 'public'::regnamespace and prokind = 'f'`

function createUrls({ superuserUrl, ownerUrl, url }: Postgres, database: string) {
  const withDatabase = (serverUrl: string) => Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href
  return { superuserUrl, ownerUrl: withDatabase(ownerUrl), url: withDatabase(url) }
}

/** Returns the text that each statement found, if any. */
async function runAsOwner(ownerUrl: string, statements: string[]): Promise<(string | undefined)[]> {
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  try {
    const texts: (string | undefined)[] = []
    for (const statement of statements) texts.push((await owner.query(statement)).rows[0]?.text)
    return texts
  } finally {
    await owner.end()
  }
}
