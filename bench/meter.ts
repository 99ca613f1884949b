import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { publish, report, table } from '#bench/figures.ts'
import type { Outcome, SimulatedCall, Task } from '#bench/meter-callers.ts'
import { seedScale } from '#bench/scale.ts'
import type { Context } from '#domain/context.server.ts'
import type { Person } from '#domain/policy.ts'
import { callTimes } from '#domain/sessions/rules.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import { systemClock } from '#kernel/time.ts'
import { connectBus } from '#platform/bus/postgres-notify.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import type { DB } from '#platform/db/schema.ts'
import { installJobs } from '#platform/jobs/install.ts'
import { openSealer } from '#platform/sealing/key-file.ts'
import { createTurn } from '#platform/turn/shared-secret.ts'
import { startCalls } from '#server/calls.ts'
import { createLiveSources } from '#server/live.ts'
import { publishToBus } from '#server/publish-to-bus.ts'
import { startLive } from '#tests/live.ts'

// Runs many calls at the same time with the real socket protocol, meters and database: CPU per call, delay of the
// cut-off when the money runs out, and exact bills. The callers run in a separate process. Minutes are shortened, so
// that everything fits into a real one. Usage: npm run bench:meter [-- calls …]
const argumentNumbers = process.argv.slice(2).map(Number)
const wantedSizes = argumentNumbers.length > 0 ? argumentNumbers : [100, 1_000, 10_000]
const minuteMs = 6_000
const minutes = 5
const ratePaise = 10_00
const heldMs = minutes * minuteMs
/** Calls start staggered, so they end staggered. */
const spreadMs = heldMs / 2
/** Between the last start and the first end. */
const cpuWindow = { fromMs: spreadMs + 1_000, toMs: heldMs - 1_000 }
const ownFiles = 200
const chunkSize = 500
const root = join(import.meta.dirname, '..')
const maxCalls = findMaxCalls(Math.max(...wantedSizes))
const sizes = wantedSizes.map((size) => Math.min(size, maxCalls))

const dataDir = await mkdtemp(join(tmpdir(), 'samjhao-bench-'))
const postgres = await startEmbeddedPostgres({ dataDir, onUnexpectedExit: console.error })
await migrate(postgres.ownerUrl, join(root, 'database/migrations'))
await installJobs(postgres.ownerUrl)
const owner = new pg.Pool({ connectionString: postgres.ownerUrl })
await seedScale(new Kysely<DB>({ dialect: new PostgresDialect({ pool: owner }) }), Math.max(...sizes))
const database = connectDatabase(postgres.url, () => undefined)
/** The product’s log messages and their counts. */
const problemCounts = new Map<string, number>()
const log = { error: recordProblem, warn: () => undefined, info: () => undefined } as never
const bus = await connectBus({ url: postgres.url, pool: database.pool, log })
const system: Context = {
  db: database.db,
  clock: systemClock,
  actor: { kind: 'system' },
  publish: (topic, message) =>
    void publishToBus(bus, topic, message).catch((err) => recordProblem({ err }, 'publishing failed')),
  sealer: await openSealer({ dataDir }),
}
const times = { ...callTimes, minuteMs }
const turn = createTurn({ stunUrls: [], relay: null }, systemClock)
const { calls, close } = startCalls({ system, times, turn, bus, log })
const server = await startLive({
  ...createLiveSources({ config: { callTimes: times }, database, clock: systemClock } as never),
  bus,
  calls,
  log,
  authenticate: async ({ headers }) => JSON.parse(String(headers['x-person'])) as Person,
  listValidSignIns: async (ids) => new Set(ids),
})

type Figures = Awaited<ReturnType<typeof measure>>

try {
  const all: Figures[] = []
  for (const size of sizes) {
    all.push(await measure(size))
    const wrong = await auditMoney(system)
    if (wrong.length > 0) fail(`the ledger is wrong: ${JSON.stringify(wrong.slice(0, 3))}`)
    await publish('meter', describe(all))
    for (const [what, times] of problemCounts) console.log(`${times} times: ${what}`)
    problemCounts.clear()
  }
  reportFigures(all)
} finally {
  await close()
  await server.stop()
  await bus.close()
  await database.close()
  await owner.end()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(size: number) {
  const people = await prepare(size)
  const callers = fork(join(import.meta.dirname, 'meter-callers.ts'))
  const ended = once(callers, 'exit').then(([code]) => fail(`the callers exited with ${code}`))
  ended.catch(() => undefined)
  console.log(`${size} calls: joining`)
  callers.send({ port: server.port, calls: people, spreadMs } satisfies Task)
  await Promise.race([once(callers, 'message'), ended])
  console.log('talking')
  const receiving = Promise.race([readOutcome(callers), ended]) as Promise<Outcome>
  callers.send('talk')
  const cpu = await measureCpu()
  const { cuts, interruptions } = await receiving
  callers.removeAllListeners('exit')
  callers.disconnect()
  console.log('settling')
  const { billedLateMs, wrong } = await checkBills(people, cuts)
  report({
    figure: `bills that are not exact, of ${size}`,
    value: wrong,
    unit: 'count',
    better: 'lower',
    goal: 0,
  })
  if (wrong > 0) fail(`${wrong} of ${size} bills are wrong or left money in escrow`)
  return {
    size,
    cpuMicrosPerCallSecond: cpu / size,
    coresPercent: cpu / 10_000,
    late: summarise(cuts.map(({ lateMs }) => lateMs)),
    billed: summarise(billedLateMs),
    interruptions,
    exact: people.length - wrong,
  }
}

/** Creates sessions that were just accepted, with all the money of their students on hold. */
async function prepare(size: number): Promise<SimulatedCall[]> {
  const { rows } = await owner.query(
    `with calls as (
      select gen_random_uuid() as session, gen_random_uuid() as student, md5('profile ' || n)::uuid as expert from generate_series(1, $1) n
    ), students as (
      insert into profiles (id, email, full_name, role) select student, student || '@scale.invalid', 'A Student', 'student' from calls
    )
    select * from calls`,
    [size],
  )
  const columns = ['session', 'student', 'expert'].map((name) => rows.map((row) => row[name]))
  const given = `unnest($1::uuid[], $2::uuid[], $3::uuid[]) as given (session, student, expert)`
  await owner.query(
    `insert into help_sessions (id, student_id, expert_id, call_type, state, question, rate_paise_per_minute, share_percent,
      asked_at, ring_until, answered_at, connect_until, held_paise)
    select session, student, expert, 'video', 'connecting', 'Why?', $4, 80, now(), now(), now(), now() + interval '1 hour', $5 from ${given}`,
    [...columns, ratePaise, minutes * ratePaise],
  )
  for (let from = 0; from < size; from += chunkSize) {
    const chunk = columns.map((column) => column.slice(from, from + chunkSize))
    for (const money of [
      `wallet_add_money(gen_random_uuid(), null, now(), student, gen_random_uuid(), $4, 'bench')`,
      `wallet_hold(gen_random_uuid(), null, now(), student, session, 0, $4)`,
    ]) {
      await owner.query(`select ${money}, expert from ${given}`, [...chunk, minutes * ratePaise])
    }
    // Without this, the functions keep plans for empty tables.
    await owner.query('analyze')
  }
  return rows.map(({ session, student, expert }) => ({ session, student, expert, heldMs }))
}

/** Returns the CPU microseconds of this process per second while all calls run. */
async function measureCpu(): Promise<number> {
  await sleep(cpuWindow.fromMs)
  const before = process.cpuUsage()
  const fromMs = performance.now()
  await sleep(cpuWindow.toMs - cpuWindow.fromMs)
  const { user, system: kernel } = process.cpuUsage(before)
  return ((user + kernel) * 1_000) / (performance.now() - fromMs)
}

/** Counts bills that are not exact or leave money in escrow. Measures the time from each cut-off to its bill. */
async function checkBills(people: SimulatedCall[], cuts: Outcome['cuts']) {
  const ids = people.map(({ session }) => session)
  const count = async (text: string) => Number((await owner.query(`select count(*) from ${text}`, [ids])).rows[0].count)
  const open = `help_sessions where id = any ($1) and state <> 'settled'`
  while ((await count(open)) > 0) await sleep(200)
  const wrong = await count(
    `help_sessions s where id = any ($1) and (charged_paise <> ${minutes * ratePaise} or end_reason <> 'money_spent'
      or exists (select 1 from ledger_balances where kind = 'session_escrow' and subject_id = s.id and balance_paise <> 0))`,
  )
  const { rows } = await owner.query('select id, settled_at from help_sessions where id = any ($1)', [ids])
  const settledAt = new Map(rows.map(({ id, settled_at }) => [id, (settled_at as Date).getTime()]))
  const billedLateMs = cuts.map(({ session, cutAt }) => (settledAt.get(session) ?? Number.NaN) - cutAt)
  return { billedLateMs, wrong }
}

async function readOutcome(callers: ChildProcess): Promise<Outcome> {
  const [outcome] = await once(callers, 'message')
  return outcome
}

function summarise(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN)
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

function reportFigures(all: Figures[]): void {
  const [fewest, most] = [all[0], all.at(-1)]
  if (!fewest || !most || fewest === most) return
  report({
    figure: `CPU of a call, ${most.size} / ${fewest.size} calls`,
    value: most.cpuMicrosPerCallSecond / fewest.cpuMicrosPerCallSecond,
    unit: 'ratio',
    better: 'lower',
    goal: 1,
  })
  report({ figure: `interrupted calls, of ${most.size}`, value: most.interruptions, unit: 'count' })
  report({ figure: `cut off late, p99, ${most.size} calls`, value: most.late.p99, unit: 'ms' })
  report({ figure: `billed after the cut-off, p99, ${most.size} calls`, value: most.billed.p99, unit: 'ms' })
}

function describe(all: Figures[]): string {
  const least = all[0]?.cpuMicrosPerCallSecond ?? Number.NaN
  const rows = all.map(({ size, cpuMicrosPerCallSecond, coresPercent, late, billed, interruptions, exact }) =>
    [
      size,
      cpuMicrosPerCallSecond.toFixed(0),
      (cpuMicrosPerCallSecond / least).toFixed(2),
      `${coresPercent.toFixed(0)}%`,
      `${late.p50} / ${late.p99} / ${late.max}`,
      `${billed.p50} / ${billed.p99} / ${billed.max}`,
      interruptions,
      `${exact} of ${size}`,
    ].map(String),
  )
  const head = [
    'calls',
    'CPU µs per call and second',
    'of the smallest',
    'of one core',
    'cut off late ms p50 / p99 / max',
    'billed after that ms p50 / p99 / max',
    'interrupted',
    'bills exact',
  ]
  return [
    `# Meter, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${process.arch}, everything on one machine`,
    '',
    `\`npm run bench:meter\`. Each call has two sockets, with a beat every two seconds on each, and money for ${minutes} minutes of ${minuteMs / 1_000} s. All calls start within ${spreadMs / 1_000} s, so all are cut off and billed within ${spreadMs / 1_000} s. The CPU time is that of the server process alone, while all calls run. The callers and PostgreSQL share the machine with it, so they also delay the cut-offs. Afterwards the audit found nothing.`,
    '',
    '```',
    table(head, rows),
    '```',
    '',
  ].join('\n')
}

/** Both processes need a file descriptor per socket. Only root can raise the hard limit. */
function findMaxCalls(wanted: number): number {
  const files = ownFiles + 2 * wanted
  spawnSync('prlimit', ['--pid', String(process.pid), `--nofile=${files}:${files}`])
  const limits = readFileSync('/proc/self/limits', 'utf8')
  const allowed = Math.floor((Number(/Max open files\s+\d+\s+(\d+)/.exec(limits)?.[1]) - ownFiles) / 2)
  if (allowed < wanted) console.log(`The limit of open files allows only ${allowed} calls here.`)
  return allowed
}

function recordProblem({ err }: { err?: unknown }, what: string): void {
  const text = `${what}: ${String(err)}`
  problemCounts.set(text, (problemCounts.get(text) ?? 0) + 1)
}

function fail(what: string): never {
  throw new Error(what)
}
