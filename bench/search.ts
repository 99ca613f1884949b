import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { median, medianRatio, publish, report, table } from '#bench/figures.ts'
import { requirePgbench, runPgbench } from '#bench/pgbench.ts'
import { seedScale } from '#bench/scale.ts'
import { mix, requestKinds, requests } from '#bench/search-queries.ts'
import type { Context } from '#domain/context.server.ts'
import type { ListingQuery } from '#domain/discovery/contract.ts'
import { defaultListingQuery, listingParams } from '#domain/discovery/rules.ts'
import { listingStatement } from '#domain/discovery/listing-statement.server.ts'
import { searchExperts } from '#domain/discovery/search-experts.server.ts'
import { getVocabulary } from '#domain/discovery/search-vocabulary.server.ts'
import { understandSearch } from '#domain/discovery/understand-search.server.ts'
import { matchExperts } from '#domain/requests/match-experts.server.ts'
import type { AccountId, RequestId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import type { DB } from '#platform/db/schema.ts'
import { openSealer } from '#platform/sealing/key-file.ts'
import { removeData, startProduct } from '#tests/product.ts'

// The listing with 1k, 10k, 100k and 1M experts (or the given sizes): latency per page and per request to several
// experts, and pages per second through the query, HTTP and a naive search, compared with pgbench running the same SQL.
// Needs a build, pgbench, and for 1M about 15 GB of disk.
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000, 10_000, 100_000, 1_000_000]
const secondsEach = 2
const rounds = 3
const clients = 8
const samples = 30
/** The naive search sends every match to its caller, which is out of memory above this. */
const naiveMax = 100_000
const root = join(import.meta.dirname, '..')

/** For these queries, a page needs more than the first statement. */
const severalStatements = new Set([
  'words that nobody has together',
  'five words',
  'a first name',
  'a full name',
  'a slip',
  'a word that nobody has',
])
const nameQuery = 'a full name'
/** The limit of every query with the most experts, for elapsed time and for processor time. */
const allowedMs = 100
/** The limits of the growth in processor time from the fewest to the most experts. */
const allowedGrowth = { aFullName: 10, others: 3 }

type Row = string[]
/** One run: the elapsed time, and the processor time of this process and its database connection. */
type Time = { ms: number; cpuMs: number }
/** Results of one size: times per query and per request, and pages per second per round. */
type Prepared = {
  size: number
  url: string
  database: DatabaseConnection
  ctx: Context
  latencies: Time[][]
  rates: Record<'limit' | 'ours' | 'http' | 'naive', number[]>
}
const measured: Prepared[] = []
const loads: number[] = []
let fetched = 0

requirePgbench()
/** Keeps the databases in this folder for the next run, because a million experts take many minutes. */
const keptDataDir = process.env.BENCH_DATA_DIR
const dataDir = keptDataDir ?? (await mkdtemp(join(tmpdir(), 'samjhao-bench-')))
const postgres = await startEmbeddedPostgres({
  dataDir,
  settings: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '512MB',
    max_wal_size: '4GB',
  },
  onUnexpectedExit: console.error,
})
try {
  for (const size of sizes) measured.push(await prepare(postgres, size))
  loads.push(loadavg()[0] ?? 0)
  await measureLatencies(measured)
  loads.push(loadavg()[0] ?? 0)
  for (const prepared of measured) await measureRates(prepared)
} finally {
  for (const { database } of measured) await database.close()
  await postgres.stop()
  if (!keptDataDir) await rm(dataDir, { recursive: true, force: true })
}
const names = [...Object.keys(mix), ...listRequests().map(({ name }) => name)]
const text = [
  `# Search, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${process.arch}, everything on one machine`,
  '',
  `\`npm run bench:search\`. One page of 20 experts with its total, or the three experts of a request; p50 / p99 in ms of`,
  `${samples} alternating runs, one at a time. The load average was ${loads.map((load) => load.toFixed(1)).join(' at the start and ')} at the end.`,
  '',
  '```',
  table(
    ['p50 / p99 ms', ...sizes.map(formatSize)],
    transpose(
      measured.map((size) => describeLatencies(size, 'ms')),
      names,
    ),
  ),
  '```',
  '',
  'The processor time of the same runs, database and caller together. It does not contain waiting for a busy processor.',
  'The last column compares the medians of the largest and the smallest size.',
  '',
  '```',
  table(
    ['p50 / p99 ms of CPU', ...sizes.map(formatSize), 'growth'],
    transpose(
      [...measured.map((size) => describeLatencies(size, 'cpuMs')), listGrowths().map((growth) => growth.toFixed(1))],
      names,
    ),
  ),
  '```',
  '',
  ...listMisses(),
  '',
  `Pages a second, ${clients} clients, the pages of one statement, medians of ${rounds} alternating rounds, ${secondsEach} s each; in brackets as a share of pgbench.`,
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
  const databaseName = `scale_${size}`
  const url = Object.assign(new URL(ownerUrl), { pathname: `/${databaseName}` }).href
  const isNew = await createDatabase(superuserUrl, databaseName)
  await migrate(url, join(root, 'database/migrations'))
  if (isNew) {
    console.log(`seeding ${formatSize(size)} experts`)
    await seed(url, size)
  }
  const database = connectDatabase(url, console.error, clients)
  const visitor = { kind: 'visitor', address: '' } as const
  const sealer = await openSealer({ dataDir })
  const ctx = { db: database.db, clock: systemClock, actor: visitor, publish: () => undefined, sealer }
  return { size, url, database, ctx, latencies: [], rates: { limit: [], ours: [], http: [], naive: [] } }
}

/** Alternates all sizes, so that load peaks affect all of them. */
async function measureLatencies(all: Prepared[]): Promise<void> {
  const works = [
    ...Object.values(mix).map((query) => (ctx: Context) => searchExperts(ctx, query)),
    ...listRequests().map(
      ({ wanted, availability }) =>
        (ctx: Context) =>
          matchExperts(ctx, wanted, { limit: 3, availability }),
    ),
  ]
  for (const prepared of all) prepared.latencies = works.map(() => [])
  for (const [index, work] of works.entries()) {
    for (let run = -1; run < samples; run += 1) {
      for (const { ctx, latencies } of all) {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(ctx.db)
        const backendPid = rows[0]?.pid ?? 0
        const [from, cpuFrom] = [performance.now(), readCpuMs(backendPid)]
        await work(ctx)
        const time = { ms: performance.now() - from, cpuMs: readCpuMs(backendPid) - cpuFrom }
        // The first run warms the caches.
        if (run >= 0) latencies[index]?.push(time)
      }
    }
  }
}

/** Linux counts the processor time of each process in nanoseconds. */
function readCpuMs(pid: number): number {
  const { user, system } = process.cpuUsage()
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6 + (user + system) / 1e3
}

function listRequests() {
  return Object.entries(requests).flatMap(([name, { question, language }]) =>
    Object.entries(requestKinds).map(([kind, availability]) => ({
      name: `${name}, ${kind}`,
      wanted: {
        requestId: '00000000-0000-7000-8000-000000000001' as RequestId,
        studentId: '00000000-0000-7000-8000-000000000002' as AccountId,
        question,
        language,
        maxRatePaisePerMinute: paise(1_000),
      },
      availability,
    })),
  )
}

async function measureRates({ size, url, database, ctx, rates }: Prepared): Promise<void> {
  const statements = Object.entries(mix).flatMap(([name, query]) => (severalStatements.has(name) ? [] : [query]))
  let queryCount = 0
  const next = () => statements[(queryCount += 1) % statements.length] ?? defaultListingQuery
  const product = await startProduct({
    DATABASE_URL: url,
    DATABASE_DURABILITY: 'off',
    // A kept database contains data that an earlier run encrypted.
    DATA_KEYS: readFileSync(join(dataDir, 'data-keys'), 'utf8').trim(),
  })
  try {
    await product.ready
    for (let round = 0; round < rounds; round += 1) {
      rates.limit.push(await measurePgbench(url, ctx, statements))
      rates.ours.push(await measureRate(() => searchExperts(ctx, next())))
      rates.http.push(await measureRate(() => fetchListing(product.port, next())))
    }
  } finally {
    await product.stop()
    await removeData(product)
  }
  if (size <= naiveMax) rates.naive.push(await measureRate(() => naiveSearch(database, next())))
}

/** Returns false if the database exists. */
async function createDatabase(superuserUrl: string, databaseName: string): Promise<boolean> {
  const superuser = new pg.Client(superuserUrl)
  await superuser.connect()
  const { rowCount } = await superuser.query('select from pg_database where datname = $1', [databaseName])
  if (rowCount === 0) await superuser.query(`create database ${databaseName} owner samjhao`)
  await superuser.end()
  return rowCount === 0
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
async function measurePgbench(url: string, ctx: Context, queries: ListingQuery[]): Promise<number> {
  const files: string[] = []
  const vocabulary = await getVocabulary(ctx)
  for (const [number, query] of queries.entries()) {
    const { sql, parameters } = listingStatement(query, understandSearch(query.search, vocabulary), null).compile(
      ctx.db,
    )
    const text = sql
      .replaceAll(/\$(\d+)/g, (_, digits) => toLiteral(parameters[Number(digits) - 1]))
      .replaceAll(/\s+/g, ' ')
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

function describeLatencies({ latencies }: Prepared, kind: keyof Time): Row {
  return latencies.map((times) => {
    const values = times.map((time) => time[kind])
    return `${median(values).toFixed(1)} / ${percentile99(values).toFixed(1)}`
  })
}

function percentile99(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN
}

function describeRates({ rates }: Prepared): Row {
  return Object.values(rates).map((values) =>
    values.length > 0 ? `${median(values).toFixed(0)} (${medianRatio(values, rates.limit).toFixed(3)})` : '',
  )
}

/** The growth in processor time from the fewest to the most experts, per query. */
function listGrowths(): number[] {
  const [fewest, most] = [measured[0], measured.at(-1)]
  if (!fewest || !most) throw new Error('nothing was measured')
  const medians = ({ latencies }: Prepared) => latencies.map((times) => median(times.map(({ cpuMs }) => cpuMs)))
  const few = medians(fewest)
  return medians(most).map((value, index) => value / (few[index] ?? Number.NaN))
}

/** Lists the queries that miss a goal. Elapsed time is comparable only on an otherwise idle machine. */
function listMisses(): string[] {
  const most = measured.at(-1)
  if (!most) throw new Error('nothing was measured')
  const size = formatSize(most.size)
  const growths = listGrowths()
  const above = (kind: keyof Time, statistic: (values: number[]) => number) =>
    names.filter((_, index) => statistic((most.latencies[index] ?? []).map((time) => time[kind])) > allowedMs)
  const growing = names.filter((name, index) => (growths[index] ?? Number.NaN) > allowedGrowthOf(name))
  const describe = (goal: string, missed: string[]) => `- ${goal}: ${missed.length > 0 ? missed.join('; ') : 'none'}.`
  return [
    `Queries that miss a goal, with ${size} experts:`,
    '',
    describe(`a median above ${allowedMs} ms`, above('ms', median)),
    describe(`a median above ${allowedMs} ms of processor time`, above('cpuMs', median)),
    describe(`a 99th percentile above ${allowedMs} ms`, above('ms', percentile99)),
    describe(`a 99th percentile above ${allowedMs} ms of processor time`, above('cpuMs', percentile99)),
    describe(`a growth above ${allowedGrowth.others}, or ${allowedGrowth.aFullName} for ${nameQuery}`, growing),
  ]
}

function allowedGrowthOf(name: string): number {
  return name === nameQuery ? allowedGrowth.aFullName : allowedGrowth.others
}

/** Reports the growth in cost from the fewest to the most experts, and the share of pgbench’s rate with the most. */
function reportFigures(): void {
  const most = measured.at(-1)
  if (!most) throw new Error('nothing was measured')
  const growths = listGrowths()
  const sizesText = `${formatSize(sizes.at(-1) ?? 0)} / ${formatSize(sizes[0] ?? 0)} experts`
  const growth = { unit: 'ratio', better: 'lower' } as const
  report({
    figure: `CPU of the median query, ${sizesText}`,
    value: median(growths),
    goal: allowedGrowth.others,
    ...growth,
  })
  const others = growths.filter((_, index) => names[index] !== nameQuery)
  report({
    figure: `CPU of the query that grows most, ${sizesText}`,
    value: Math.max(...others),
    goal: allowedGrowth.others,
    ...growth,
  })
  report({
    figure: `CPU of a full name, ${sizesText}`,
    value: growths[names.indexOf(nameQuery)] ?? Number.NaN,
    goal: allowedGrowth.aFullName,
    ...growth,
  })
  const slowestOf = (kind: keyof Time, statistic: (values: number[]) => number) =>
    Math.max(...most.latencies.map((times) => statistic(times.map((time) => time[kind]))))
  const experts = `${formatSize(most.size)} experts`
  report({
    figure: `CPU median of the slowest query, ${experts} / ${allowedMs} ms`,
    value: slowestOf('cpuMs', median) / allowedMs,
    goal: 1,
    ...growth,
  })
  // Has no direction, because it depends on other processes.
  report({ figure: `median of the slowest query, ${experts}`, value: slowestOf('ms', median), unit: 'ms' })
  report({ figure: `CPU p99 of the slowest query, ${experts}`, value: slowestOf('cpuMs', percentile99), unit: 'ms' })
  const { limit, ours, http } = most.rates
  const share = { unit: 'ratio', better: 'higher' } as const
  report({ figure: 'pages by searchExperts / pgbench', value: medianRatio(ours, limit), goal: 0.6, ...share })
  report({ figure: 'pages over HTTP / pgbench', value: medianRatio(http, limit), goal: 0.6, ...share })
  // The naive search finishes too few pages to be compared.
  const naive = measured.findLast(({ rates }) => rates.naive.length > 0)?.rates
  if (naive) {
    report({
      figure: 'pages by searchExperts / naive search',
      value: median(naive.ours) / median(naive.naive),
      unit: 'ratio',
    })
  }
}

function formatSize(size: number): string {
  return size.toLocaleString('en-IN')
}

function transpose(columns: Row[], names: string[]): Row[] {
  return names.map((label, index) => [label, ...columns.map((column) => column[index] ?? '')])
}
