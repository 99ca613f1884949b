import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { median, medianRatio, publish, report, table } from '#bench/figures.ts'
import { requirePgbench, runPgbench } from '#bench/pgbench.ts'
import { seedScale } from '#bench/scale.ts'
import type { Context } from '#domain/context.server.ts'
import type { ListingQuery } from '#domain/discovery/contract.ts'
import { defaultListingQuery, listingParams } from '#domain/discovery/rules.ts'
import { listingStatement, searchExperts } from '#domain/discovery/search-experts.server.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import type { DB } from '#platform/db/schema.ts'
import { openSealer } from '#platform/sealing/key-file.ts'
import { removeData, startProduct } from '#tests/product.ts'

// The listing with 1k, 10k and 100k experts (or the given sizes): latency per page, and pages per second through the
// query, HTTP and a naive search, compared with pgbench running the same SQL. Needs a build and pgbench.
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000, 10_000, 100_000]
const secondsEach = 2
const rounds = 3
const clients = 8
const samples = 40
const root = join(import.meta.dirname, '..')

const anyExpert = { ...defaultListingQuery, onlineOnly: false }
/** Typical visitor queries: mostly the first listing page, categories and a few words. */
const mix: Record<string, ListingQuery> = {
  'online now': defaultListingQuery,
  everybody: anyExpert,
  'a category': { ...defaultListingQuery, category: 'academic' },
  'a subcategory': { ...defaultListingQuery, category: 'test-preparation' },
  'two subjects, rated 4 and up': { ...defaultListingQuery, subjects: ['physics', 'music'], minRating: 4 },
  'lowest price': { ...anyExpert, sort: 'price-low' },
  'a broad word': { ...anyExpert, search: 'teacher' },
  'a subject': { ...defaultListingQuery, search: 'physics' },
  'two words': { ...anyExpert, search: 'machine learning' },
  'a full name': { ...anyExpert, search: 'priya kulkarni' },
  'one letter': { ...anyExpert, search: 'p' },
  'two rare letters': { ...anyExpert, search: 'zq' },
  'a slip': { ...anyExpert, search: 'phsyics' },
}

type Row = string[]
/** Results of one size: times in ms per query, and pages per second per round. */
type Prepared = {
  url: string
  database: DatabaseConnection
  ctx: Context
  latencies: number[][]
  rates: Record<'limit' | 'ours' | 'http' | 'naive', number[]>
}
const measured: Prepared[] = []
let fetched = 0

requirePgbench()
const dataDir = await mkdtemp(join(tmpdir(), 'samjhao-bench-'))
const postgres = await startEmbeddedPostgres({
  dataDir,
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '512MB' },
  onUnexpectedExit: console.error,
})
try {
  for (const size of sizes) measured.push(await prepare(postgres, size))
  await measureLatencies(measured)
  for (const prepared of measured) await measureRates(prepared)
} finally {
  for (const { database } of measured) await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
const text = [
  `# Search, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${process.arch}, everything on one machine`,
  '',
  `\`npm run bench:search\`. One page of 20 experts with its total; p50 / p99 in ms of ${samples} runs by turns, one at a time.`,
  '',
  '```',
  table(['p50 / p99 ms', ...sizes.map(formatSize)], transpose(measured.map(describeLatencies), Object.keys(mix))),
  '```',
  '',
  `Pages a second, ${clients} clients, the whole mix but the slip, medians of ${rounds} rounds by turns, ${secondsEach} s each; in brackets as a share of pgbench.`,
  '',
  '```',
  table(
    ['pages/s', ...sizes.map(formatSize)],
    transpose(measured.map(describeRates), [
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

async function prepare({ ownerUrl, superuserUrl }: EmbeddedPostgres, size: number): Promise<Prepared> {
  const url = await createDatabase(ownerUrl, superuserUrl, `scale_${size}`)
  await migrate(url, join(root, 'database/migrations'))
  console.log(`seeding ${formatSize(size)} experts`)
  await seed(url, size)
  const database = connectDatabase(url, console.error)
  const visitor = { kind: 'visitor', address: '' } as const
  const sealer = await openSealer({ dataDir })
  const ctx = { db: database.db, clock: systemClock, actor: visitor, publish: () => undefined, sealer }
  return { url, database, ctx, latencies: [], rates: { limit: [], ours: [], http: [], naive: [] } }
}

/** Alternates all sizes, so that load peaks affect all of them. */
async function measureLatencies(all: Prepared[]): Promise<void> {
  for (const query of Object.values(mix)) {
    for (const { ctx, latencies } of all) {
      await searchExperts(ctx, query)
      latencies.push([])
    }
    for (let run = 0; run < samples; run += 1) {
      for (const { ctx, latencies } of all) {
        const from = performance.now()
        await searchExperts(ctx, query)
        latencies.at(-1)?.push(performance.now() - from)
      }
    }
  }
}

async function measureRates({ url, database, ctx, rates }: Prepared): Promise<void> {
  const statements = Object.values(mix).filter(({ search }) => search !== 'phsyics')
  let queryCount = 0
  const next = () => statements[(queryCount += 1) % statements.length] ?? defaultListingQuery
  const product = await startProduct({
    DATABASE_URL: url,
    DATABASE_DURABILITY: 'off',
    LOG_LEVEL: 'error',
  })
  try {
    await product.ready
    for (let round = 0; round < rounds; round += 1) {
      rates.limit.push(await measurePgbench(url, database, statements))
      rates.ours.push(await measureRate(() => searchExperts(ctx, next())))
      rates.http.push(await measureRate(() => fetchListing(product.port, next())))
    }
  } finally {
    await product.stop()
    await removeData(product)
  }
  rates.naive.push(await measureRate(() => naiveSearch(database, next())))
}

async function createDatabase(url: string, superuserUrl: string, databaseName: string): Promise<string> {
  const superuser = new pg.Client(superuserUrl)
  await superuser.connect()
  await superuser.query(`create database ${databaseName} owner samjhao`)
  await superuser.end()
  return Object.assign(new URL(url), { pathname: `/${databaseName}` }).href
}

/** Uses a separate pool, because the product’s pool has a statement timeout. */
async function seed(url: string, size: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: url })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  await seedScale(db, size)
  await db.destroy()
}

async function measureRate(work: () => Promise<unknown>): Promise<number> {
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

/** Runs the same statements with inlined values, as pgbench needs them. */
async function measurePgbench(url: string, { db }: DatabaseConnection, queries: ListingQuery[]): Promise<number> {
  const files: string[] = []
  for (const [number, query] of queries.entries()) {
    const { sql, parameters } = listingStatement(query, null).compile(db)
    const text = sql.replaceAll(/\$(\d+)/g, (_, at) => toLiteral(parameters[Number(at) - 1])).replaceAll(/\s+/g, ' ')
    const file = join(dataDir, `query-${number}.sql`)
    await writeFile(file, `${text};\n`)
    files.push('-f', file)
  }
  const args = ['-n', '-c', String(clients), '-j', '2', '-T', String(secondsEach), ...files, url]
  return runPgbench(args)
}

function toLiteral(value: unknown): string {
  if (Array.isArray(value)) return `array[${value.map(toLiteral).join(', ')}]`
  return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value))
}

/** Fetches what the browser loads when a filter changes. Every URL is unique, so nothing is cached. */
async function fetchListing(port: number, query: ListingQuery): Promise<void> {
  const params = listingParams(query)
  params.set('n', String((fetched += 1)))
  const response = await fetch(`http://localhost:${port}/experts.data?${params}`)
  if (!response.ok) throw new Error(`the listing responded with ${response.status}`)
  await response.arrayBuffer()
}

/** A common naive search: four ILIKEs, with all rows sent to the caller, which filters and counts. */
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

function describeLatencies({ latencies }: Prepared): Row {
  return latencies.map((times) => {
    const sorted = times.toSorted((a, b) => a - b)
    return `${median(times).toFixed(1)} / ${sorted[Math.floor(samples * 0.99)]?.toFixed(1)}`
  })
}

function describeRates({ rates }: Prepared): Row {
  return Object.values(rates).map(
    (values) => `${median(values).toFixed(0)} (${medianRatio(values, rates.limit).toFixed(3)})`,
  )
}

/** Reports the growth in cost from the fewest to the most experts, and the share of pgbench’s rate with the most. */
function reportFigures(): void {
  const [fewest, most] = [measured[0], measured.at(-1)]
  if (!fewest || !most) throw new Error('nothing was measured')
  const growths = most.latencies.map((times, at) => medianRatio(times, fewest.latencies[at] ?? []))
  const sizesText = `${formatSize(sizes.at(-1) ?? 0)} / ${formatSize(sizes[0] ?? 0)} experts`
  const growth = { unit: 'ratio', better: 'lower' } as const
  report({ figure: `p50 of the median query, ${sizesText}`, value: median(growths), goal: 3, ...growth })
  report({
    figure: `p50 of the query that grows most, ${sizesText}`,
    value: Math.max(...growths),
    goal: 10,
    ...growth,
  })
  const { limit, ours, http, naive } = most.rates
  const share = { unit: 'ratio', better: 'higher' } as const
  report({ figure: 'pages by searchExperts / pgbench', value: medianRatio(ours, limit), goal: 0.6, ...share })
  report({ figure: 'pages over HTTP / pgbench', value: medianRatio(http, limit), goal: 0.6, ...share })
  // The naive search finishes too few pages to be compared.
  report({
    figure: 'pages by searchExperts / naive search',
    value: median(ours) / median(naive),
    unit: 'ratio',
  })
}

function formatSize(size: number): string {
  return size.toLocaleString('en-IN')
}

function transpose(columns: Row[], names: string[]): Row[] {
  return names.map((label, at) => [label, ...columns.map((column) => column[at] ?? '')])
}
