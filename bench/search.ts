import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { median, publish, report, table } from '#bench/figures.ts'
import { requirePgbench, runPgbench } from '#bench/pgbench.ts'
import type { ListingQuery } from '#domain/discovery/contract.ts'
import { everything, listingParams } from '#domain/discovery/rules.ts'
import { listingStatement, searchExperts } from '#domain/discovery/search-experts.server.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import type { DB } from '#platform/db/schema.ts'
import { openSealer } from '#platform/sealing/key-file.ts'
import { seedScale } from '#seeds/scale.ts'
import { removeData, startProduct } from '#tests/product.ts'

// The listing at 1k, 10k and 100k experts (or the sizes given): what a page costs, and how many pages a second come through
// the query, the product's HTTP and the naive way, as a share of pgbench running the same SQL. Needs a build and pgbench.
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000, 10_000, 100_000]
const secondsEach = 4
const clients = 8
const samples = 40
const root = join(import.meta.dirname, '..')

const anybody = { ...everything, onlineOnly: false }
/** What visitors ask for: mostly the front page of the listing, categories and a few words. */
const mix: Record<string, ListingQuery> = {
  'online now': everything,
  everybody: anybody,
  'a category': { ...everything, category: 'academic' },
  'a subcategory': { ...everything, category: 'test-preparation' },
  'two subjects, rated 4 and up': { ...everything, subjects: ['physics', 'music'], minRating: 4 },
  'lowest price': { ...anybody, sort: 'price-low' },
  'a broad word': { ...anybody, search: 'teacher' },
  'a subject': { ...everything, search: 'physics' },
  'two words': { ...anybody, search: 'machine learning' },
  'a full name': { ...anybody, search: 'priya kulkarni' },
  'one letter': { ...anybody, search: 'p' },
  'two rare letters': { ...anybody, search: 'zq' },
  'a slip': { ...anybody, search: 'phsyics' },
}

type Row = string[]
type Latency = { p50: number; p99: number }
type Rates = { limit: number; ours: number; http: number; naive: number }
/** One for each size. */
const latencies: Latency[][] = []
const throughputs: Rates[] = []

requirePgbench()
const dataDir = await mkdtemp(join(tmpdir(), 'samjhao-bench-'))
const postgres = await startEmbeddedPostgres({
  dataDir,
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '512MB' },
  onUnexpectedExit: console.error,
})
try {
  for (const size of sizes) await measure(postgres, size)
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
const text = [
  `# Search, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${process.arch}, everything on one machine`,
  '',
  `\`npm run bench:search\`. One page of 20 experts with its total; p50 / p99 in ms of ${samples} runs, one at a time.`,
  '',
  '```',
  table(['p50 / p99 ms', ...sizes.map(name)], transpose(latencies.map(describeLatencies), Object.keys(mix))),
  '```',
  '',
  `Pages a second, ${clients} clients, the whole mix but the slip, ${secondsEach} s each; in brackets as a share of pgbench.`,
  '',
  '```',
  table(
    ['pages/s', ...sizes.map(name)],
    transpose(throughputs.map(describeRates), [
      'pgbench, same SQL',
      'searchExperts',
      'HTTP, data',
      'naive: 4 ILIKE, all rows',
    ]),
  ),
  '```',
  '',
].join('\n')
await publish('search', text)
reportFigures()

async function measure({ ownerUrl, superuserUrl }: EmbeddedPostgres, size: number): Promise<void> {
  const own = await createDatabase(ownerUrl, superuserUrl, `scale_${size}`)
  await migrate(own, join(root, 'database/migrations'))
  const database = connectDatabase(own, console.error)
  try {
    console.log(`seeding ${name(size)} experts`)
    await seed(own, size)
    const visitor = { kind: 'visitor', address: '' } as const
    const sealer = await openSealer({ dataDir })
    const ctx = { db: database.db, clock: systemClock, actor: visitor, publish: () => undefined, sealer }
    const column: Latency[] = []
    for (const query of Object.values(mix)) column.push(await latency(() => searchExperts(ctx, query)))
    latencies.push(column)
    const statements = Object.values(mix).filter(({ search }) => search !== 'phsyics')
    const limit = await pgbench(own, database, statements)
    let turn = 0
    const next = () => statements[(turn += 1) % statements.length] ?? everything
    const ours = await rate(() => searchExperts(ctx, next()))
    const http = await rateOverHttp(own, next)
    const naive = await rate(() => naiveSearch(database, next()))
    throughputs.push({ limit, ours, http, naive })
  } finally {
    await database.close()
  }
}

async function createDatabase(url: string, superuserUrl: string, databaseName: string): Promise<string> {
  const superuser = new pg.Client(superuserUrl)
  await superuser.connect()
  await superuser.query(`create database ${databaseName} owner samjhao`)
  await superuser.end()
  const own = new URL(url)
  own.pathname = `/${databaseName}`
  return own.href
}

/** Through a pool of its own, because the product's ends a statement that takes as long as this one may. */
async function seed(url: string, size: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: url })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  await seedScale(db, size)
  await db.destroy()
}

async function latency(work: () => Promise<unknown>): Promise<Latency> {
  await work()
  const times: number[] = []
  for (let run = 0; run < samples; run += 1) {
    const from = performance.now()
    await work()
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(samples - 1, Math.floor(samples * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

async function rate(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  const until = from + secondsEach * 1_000
  let done = 0
  const client = async () => {
    while (performance.now() < until) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (done / (performance.now() - from)) * 1_000
}

/** The same statements with their values written in, as pgbench wants them. */
async function pgbench(url: string, { db }: DatabaseConnection, queries: ListingQuery[]): Promise<number> {
  const files: string[] = []
  for (const [number, query] of queries.entries()) {
    const { sql, parameters } = listingStatement(query, null).compile(db)
    const text = sql
      .replaceAll(/\$(\d+)/g, (_, at) => literal(parameters[Number(at) - 1]))
      .replaceAll(/\s+/g, ' ')
    const file = join(dataDir, `query-${number}.sql`)
    await writeFile(file, `${text};\n`)
    files.push('-f', file)
  }
  const args = ['-n', '-c', String(clients), '-j', '2', '-T', String(secondsEach), ...files, url]
  return runPgbench(args)
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
  return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value))
}

/** What the browser fetches when somebody changes a filter. Every address is a new one, so nothing is repeated from memory. */
async function rateOverHttp(databaseUrl: string, next: () => ListingQuery): Promise<number> {
  const product = await startProduct({
    DATABASE_URL: databaseUrl,
    DATABASE_DURABILITY: 'off',
    LOG_LEVEL: 'error',
  })
  try {
    await product.ready
    let number = 0
    return await rate(async () => {
      const params = listingParams(next())
      params.set('n', String((number += 1)))
      const response = await fetch(`http://localhost:${product.port}/experts.data?${params}`)
      if (!response.ok) throw new Error(`the listing answered ${response.status}`)
      await response.arrayBuffer()
    })
  } finally {
    await product.stop()
    await removeData(product)
  }
}

/** How it is often done: four ILIKEs, every row to the caller, who filters and counts. */
async function naiveSearch(
  { pool }: DatabaseConnection,
  { search, onlineOnly, category }: ListingQuery,
): Promise<number> {
  const { rows } = await pool.query(
    `select e.*, p.full_name from experts e join profiles p on p.id = e.user_id
      where ($1 = '' or p.full_name ilike '%' || $1 || '%' or e.title ilike '%' || $1 || '%'
        or e.expertise_brief ilike '%' || $1 || '%' or array_to_string(e.key_subjects, ' ') ilike '%' || $1 || '%')
      and (not $2 or e.is_online) and ($3::text is null or e.expertise_category::text = $3) order by e.review_stars desc`,
    [search, onlineOnly, category === 'academic' ? category : null],
  )
  return rows.length
}

function describeLatencies(column: Latency[]): Row {
  return column.map(({ p50, p99 }) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`)
}

function describeRates({ limit, ours, http, naive }: Rates): Row {
  return [limit, ours, http, naive].map((value) => `${value.toFixed(0)} (${(value / limit).toFixed(3)})`)
}

/** How much a page costs more with the most experts than with the fewest, and what share of pgbench's rate is left with the most. */
function reportFigures(): void {
  const [fewest, most, rates] = [latencies[0], latencies.at(-1), throughputs.at(-1)]
  if (!fewest || !most || !rates) throw new Error('nothing was measured')
  const growths = most.map(({ p50 }, at) => p50 / (fewest[at]?.p50 ?? Number.NaN))
  const sizesText = `${name(sizes.at(-1) ?? 0)} / ${name(sizes[0] ?? 0)} experts`
  report({
    figure: `p50 of the median query, ${sizesText}`,
    value: median(growths),
    unit: 'ratio',
    better: 'lower',
    goal: 3,
  })
  report({
    figure: `p50 of the query that grows most, ${sizesText}`,
    value: Math.max(...growths),
    unit: 'ratio',
    better: 'lower',
    goal: 10,
  })
  const shares = { unit: 'ratio', better: 'higher' } as const
  report({
    figure: 'pages by searchExperts / pgbench',
    value: rates.ours / rates.limit,
    goal: 0.6,
    ...shares,
  })
  report({ figure: 'pages over HTTP / pgbench', value: rates.http / rates.limit, goal: 0.6, ...shares })
  // The naive way finishes only a handful of pages, too few to compare.
  report({ figure: 'pages by searchExperts / naive search', value: rates.ours / rates.naive, unit: 'ratio' })
}

function name(size: number): string {
  return size.toLocaleString('en-IN')
}

function transpose(columns: Row[], names: string[]): Row[] {
  return names.map((label, at) => [label, ...columns.map((column) => column[at] ?? '')])
}
