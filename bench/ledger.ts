import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { median, medianRatio, publish, report, table } from '#bench/figures.ts'
import { requirePgbench, runPgbench } from '#bench/pgbench.ts'
import type { Context } from '#domain/context.server.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import { extendHolds, holdMoney } from '#domain/wallet/session-money.server.ts'
import type { AccountId, SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { installJobs } from '#platform/jobs/install.ts'
import { openSealer } from '#platform/sealing/key-file.ts'

// Holds and settlements per second on a durable database: the application compared with pgbench calling the same
// function, with and without the platform’s account, and batched holds compared with single ones. Needs pgbench.
// Usage: npm run bench:ledger [-- clients …]
const argumentNumbers = process.argv.slice(2).map(Number)
const clientCounts = argumentNumbers.length > 0 ? argumentNumbers : [1, 2, 4, 8, 16, 32]
const rounds = 3
const secondsEach = 3
const studentCount = 2_000
const batchSize = 500
const root = join(import.meta.dirname, '..')

const scripts = {
  hold: `select wallet_hold(gen_random_uuid(), null, now(), student, session, 1000000 + (random() * 2000000000)::integer, 1000)
  from bench_calls where n = :n;`,
  settle: createSettleScript(800),
  settleWithoutPlatform: createSettleScript(1000),
}

requirePgbench()
const dataDir = await mkdtemp(join(tmpdir(), 'samjhao-bench-'))
const postgres = await startEmbeddedPostgres({
  dataDir,
  settings: { max_connections: '120' },
  onUnexpectedExit: console.error,
})
await migrate(postgres.ownerUrl, join(root, 'database/migrations'))
await installJobs(postgres.ownerUrl)
const database = connectDatabase(postgres.url, () => undefined, 32)
const ctx: Context = {
  db: database.db,
  clock: systemClock,
  actor: { kind: 'system' },
  publish: () => undefined,
  sealer: await openSealer({ dataDir }),
}

type Call = { studentId: AccountId; sessionId: SessionId }
let stepCount = 0
const nextStep = () => (stepCount += 1)

try {
  const calls = await prepare()
  await writeScripts()
  const rows: string[][] = []
  for (const clients of clientCounts) rows.push(await measure(clients, calls))
  const shares = await measureShares()
  const metering = await measureMetering(calls)
  const mismatches = await auditMoney(ctx)
  report({ figure: 'mismatches in the audit', value: mismatches.length, unit: 'count', better: 'lower', goal: 0 })
  if (mismatches.length > 0) throw new Error(`the ledger is wrong: ${JSON.stringify(mismatches.slice(0, 3))}`)
  const text = [
    `# Ledger, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${process.arch}, everything on one machine`,
    '',
    `\`npm run bench:ledger\`. Holds per second; ${studentCount} students. Medians of ${rounds} rounds of ${secondsEach} s, pgbench and the application in turn, every commit on the disk. Afterwards the audit found nothing.`,
    '',
    '```',
    table(['clients', 'pgbench', 'application', 'application / pgbench'], rows),
    '```',
    '',
    'Sessions settled per second by 32 pgbench clients. With the platform’s account, a settlement has three transfers: to the expert, to the platform and back to the student. The ratio is to the rate without it.',
    '',
    '```',
    table(['', 'sessions per second', 'ratio'], shares),
    '```',
    '',
    `Holds extended per second: one at a time by 32 clients, or ${batchSize} in one statement. The ratio is to one at a time.`,
    '',
    '```',
    table(['', 'holds per second', 'ratio'], metering),
    '```',
    '',
  ].join('\n')
  await publish('ledger', text)
} finally {
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/**
 * Creates students with money and an open session each, numbered in a table so that pgbench can pick them at random.
 */
async function prepare(): Promise<Call[]> {
  const owner = new pg.Client(postgres.ownerUrl)
  await owner.connect()
  await owner.query(`create table bench_calls as
    select n, gen_random_uuid() as student, gen_random_uuid() as expert, gen_random_uuid() as session
    from generate_series(1, ${studentCount}) n`)
  await owner.query('alter table bench_calls add primary key (n)')
  await owner.query(
    `select wallet_add_money(gen_random_uuid(), null, now(), student, gen_random_uuid(), 1000000000000, 'bench') from bench_calls`,
  )
  await owner.query('select wallet_hold(gen_random_uuid(), null, now(), student, session, 0, 1000) from bench_calls')
  await owner.query('analyze')
  const { rows } = await owner.query('select * from bench_calls')
  await owner.end()
  return rows.map(({ student, session }) => ({ studentId: student, sessionId: session }))
}

/** Opens and settles a session; when the expert gets everything, the platform’s account is not involved. */
function createSettleScript(expertPart: number): string {
  const session = 'md5((:s)::text)::uuid'
  return `select wallet_hold(gen_random_uuid(), null, now(), student, ${session}, 0, 5000) from bench_calls where n = :n;
select wallet_settle(gen_random_uuid(), null, now(), student, expert, ${session}, 1000, ${expertPart}, 's', 'e')
  from bench_calls where n = :n;`
}

async function writeScripts(): Promise<void> {
  for (const [name, text] of Object.entries(scripts)) {
    await writeFile(
      join(dataDir, `${name}.sql`),
      `\\set n random(1, ${studentCount})\n\\set s random(1, 1000000000000000)\n${text}\n`,
    )
  }
}

async function measure(clients: number, calls: Call[]): Promise<string[]> {
  const pgbenchRates: number[] = []
  const applicationRates: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    pgbenchRates.push(runScript('hold', clients))
    applicationRates.push(await measureHolds(clients, calls))
  }
  const ratio = medianRatio(applicationRates, pgbenchRates)
  report({
    figure: `holds through the application / pgbench, ${clients} at once`,
    value: ratio,
    unit: 'ratio',
    better: 'higher',
    goal: 0.6,
  })
  console.log(
    `${clients} clients: pgbench ${median(pgbenchRates).toFixed(0)}, application ${median(applicationRates).toFixed(0)}`,
  )
  return [clients, median(pgbenchRates).toFixed(0), median(applicationRates).toFixed(0), ratio.toFixed(2)].map(String)
}

async function measureShares(): Promise<string[][]> {
  const figures = { settle: [] as number[], settleWithoutPlatform: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['settle', 'settleWithoutPlatform'] as const) figures[name].push(runScript(name, 32))
  }
  const ratio = medianRatio(figures.settle, figures.settleWithoutPlatform)
  report({
    figure: 'settlements with / without the platform’s account',
    value: ratio,
    unit: 'ratio',
    better: 'higher',
    goal: 0.9,
  })
  return [
    ['without the platform', median(figures.settleWithoutPlatform).toFixed(0), '1.00'],
    ['with the platform', median(figures.settle).toFixed(0), ratio.toFixed(2)],
  ]
}

async function measureMetering(calls: Call[]): Promise<string[][]> {
  const single: number[] = []
  const many: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    single.push(await measureHolds(32, calls))
    many.push(await measureBatches(calls))
  }
  const ratio = medianRatio(many, single)
  report({
    figure: `holds extended ${batchSize} at once / one at a time`,
    value: ratio,
    unit: 'ratio',
    better: 'higher',
    goal: 7,
  })
  return [
    ['one at a time', median(single).toFixed(0), '1.00'],
    [`${batchSize} at once`, median(many).toFixed(0), ratio.toFixed(1)],
  ]
}

async function measureHolds(clients: number, calls: Call[]): Promise<number> {
  const from = performance.now()
  const until = from + secondsEach * 1_000
  let done = 0
  let turn = 0
  const client = async () => {
    while (performance.now() < until) {
      const call = calls[(turn += 1) % calls.length] as Call
      await holdMoney(ctx, { ...call, step: nextStep(), amount: paise(1_000) })
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (done / (performance.now() - from)) * 1_000
}

async function measureBatches(calls: Call[]): Promise<number> {
  const from = performance.now()
  const until = from + secondsEach * 1_000
  let done = 0
  for (let at = 0; performance.now() < until; at = (at + batchSize) % calls.length) {
    const holds = calls
      .slice(at, at + batchSize)
      .map(({ studentId, sessionId }) => ({ studentId, sessionId, step: nextStep(), amount: paise(1_000) }))
    done += (await extendHolds(ctx, holds)).size
  }
  return (done / (performance.now() - from)) * 1_000
}

function runScript(script: keyof typeof scripts, clients: number): number {
  const file = join(dataDir, `${script}.sql`)
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '2',
    '-T',
    String(secondsEach),
    '-f',
    file,
    postgres.url,
  ]
  return runPgbench(args)
}
