import { randomUUID } from 'node:crypto'
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import type { Context } from '#domain/context.server.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { testSealer } from '#tests/database.ts'
import { addPayer, type Answer, type Payer, paymentRupees, payUntilConfirmed } from '#tests/faults/payments.ts'
import { freePort } from '#scripts/free-port.mjs'
import { copyData, readPostgresPid, type Product, removeData, startProduct } from '#tests/product.ts'

type Options = {
  /** How many operations must be acknowledged, over SQL and over HTTP. */
  operations: { sql: number; http: number }
  /** The kills, in this order. The server must survive when only its connections are killed. */
  kills: KillTarget[]
  /** Makes the database acknowledge before it writes, to test the test itself. */
  isUnsafe?: boolean
}

type KillTarget = 'database' | 'server' | 'connections'

type Report = {
  acknowledged: { sql: number; http: number }
  kills: number
  /** The distinct response statuses. */
  statuses: number[]
  problems: string[]
}

const sqlClients = 16
const httpClients = 16
const paymentsOfEach = 15
const retryAfterMs = 200

/**
 * Runs the product, moves money through many clients, and kills the product and its database without warning. At the
 * end it compares the ledger with the acknowledged operations, which are kept only in this process.
 */
export async function runMoneyFaults({ operations, kills, isUnsafe = false }: Options): Promise<Report> {
  const port = await freePort()
  const dataDir = await copyData(inject('firstStart').dataDir)
  if (isUnsafe) await setUnsafeDurability(dataDir)
  const environment = { DATA_DIR: dataDir, ...(isUnsafe && { DATABASE_DURABILITY: 'off' }) }
  let product = await startProduct(environment, { port })
  const acknowledged: Acknowledged = new Map()
  const statuses = new Set<number>()
  const countBy = (by: 'sql' | 'http') => [...acknowledged.values()].filter((operation) => operation.by === by).length
  const state = { killed: 0, isUp: true, hasEnded: false, hasGivenUp: false }
  const hasGivenUp = () => state.hasGivenUp
  const isDone = () => hasGivenUp() || (countBy('sql') >= operations.sql && state.killed === kills.length)
  // Started operations are retried until acknowledged. New work waits, because it would take CPU time from the
  // restart.
  const waitUntilUp = async () => {
    while (!state.isUp && !state.hasGivenUp) await sleep(20)
  }
  let working: Promise<unknown> = Promise.resolve()
  try {
    await product.ready
    const students = await addStudents(dataDir, Math.ceil(operations.http / paymentsOfEach))
    const clients = [
      ...Array.from({ length: sqlClients }, () => addBySql(dataDir, { isDone, hasGivenUp, waitUntilUp }, acknowledged)),
      ...Array.from({ length: httpClients }, (_, number) => {
        const ownStudents = students.filter((_student, index) => index % httpClients === number)
        return addByHttp(product.origin, ownStudents, hasGivenUp, { acknowledged, statuses })
      }),
    ]
    working = Promise.all(clients).finally(() => (state.hasEnded = true))
    // Kills are spread evenly over the work, so that operations are always in flight.
    const operationsPerKill = (operations.sql + operations.http) / (kills.length + 1)
    while (!state.hasEnded) {
      const next = kills[state.killed]
      if (next && acknowledged.size >= operationsPerKill * (state.killed + 1)) {
        state.isUp = false
        await kill(product, next)
        state.killed += 1
        if (next !== 'connections') product = await startProduct(environment, { port })
        await product.ready
        state.isUp = true
      }
      await Promise.race([working, sleep(20)])
    }
    return {
      acknowledged: { sql: countBy('sql'), http: countBy('http') },
      kills: state.killed,
      statuses: [...statuses].toSorted((a, b) => a - b),
      problems: [...(await compareWithLedger(dataDir, acknowledged)), ...listExit(product)],
    }
  } finally {
    state.hasGivenUp = true
    await working.catch(() => undefined)
    await product.stop('SIGKILL')
    await removeData(product)
  }
}

type Acknowledged = Map<string, { by: 'sql' | 'http'; owner: string; amount: number }>

/** Lets one student add, hold and settle money. Each id is retried until it is acknowledged. */
async function addBySql(
  dataDir: string,
  { isDone, hasGivenUp, waitUntilUp }: { isDone(): boolean; hasGivenUp(): boolean; waitUntilUp(): Promise<void> },
  acknowledged: Acknowledged,
): Promise<void> {
  const [student, expert] = [randomUUID(), randomUUID()]
  let client: pg.Client | undefined
  const query = async (statement: string, values: unknown[]) => {
    while (!hasGivenUp()) {
      try {
        client ??= await connect(dataDir)
        await client.query(statement, values)
        return true
      } catch (error) {
        await client?.end().catch(() => undefined)
        client = undefined
        // The ledger rejects the statement, because an acknowledged operation is missing.
        if (/^(LG|23)/.test(String((error as { code?: string }).code))) return false
        // The outcome is unknown because the connection was lost, so retry with the same id.
        await sleep(retryAfterMs)
      }
    }
    return false
  }
  while (!isDone()) {
    const [added, held, settled, session] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const steps = [
      {
        id: added,
        statement: `select wallet_add_money($1, null, now(), $2, $3, 5000, 'Money added')`,
        values: [added, student, session],
        amount: 5_000,
      },
      {
        id: held,
        statement: 'select wallet_hold($1, null, now(), $2, $3, 0, 5000)',
        values: [held, student, session],
        amount: 0,
      },
      {
        id: settled,
        statement: `select wallet_settle($1, null, now(), $2, $3, $4, 3000, 2400, 'used', 'earned')`,
        values: [settled, student, expert, session],
        amount: -3_000,
      },
    ]
    for (const { id, statement, values, amount } of steps) {
      await waitUntilUp()
      if (!(await query(statement, values))) return
      acknowledged.set(id, { by: 'sql', owner: student, amount })
    }
  }
  await client?.end().catch(() => undefined)
}

async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: await readFile(join(dataDir, 'database-url'), 'utf8'),
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Lets these students add money on the wallet page. */
async function addByHttp(
  origin: string,
  students: Payer[],
  hasGivenUp: () => boolean,
  { acknowledged, statuses }: { acknowledged: Acknowledged; statuses: Set<number> },
): Promise<void> {
  const onAnswer = (answer: Answer) => {
    if (typeof answer === 'number') statuses.add(answer)
  }
  for (const student of students) {
    for (let number = 0; number < paymentsOfEach && !hasGivenUp(); number += 1) {
      const id = await payUntilConfirmed(student, { origin, onAnswer, isStopped: hasGivenUp })
      if (id) acknowledged.set(id, { by: 'http', owner: student.id, amount: paymentRupees * 100 })
    }
  }
}

async function addStudents(dataDir: string, number: number): Promise<Payer[]> {
  const database = connectDatabase(await readFile(join(dataDir, 'database-url'), 'utf8'), () => undefined, 4)
  const students: Payer[] = []
  for (let at = 0; at < number; at += 1) students.push(await addPayer(systemContext(database.db)))
  await database.close()
  return students
}

function listExit({ process: { exitCode }, output }: Product): string[] {
  return exitCode === null ? [] : [`the server exited with ${exitCode}: ${output().slice(-2_000)}`]
}

async function kill(product: Product, target: KillTarget): Promise<void> {
  if (target === 'connections') {
    const client = await connect(product.dataDir)
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()`,
    )
    return client.end()
  }
  if (target === 'server') product.process.kill('SIGKILL')
  else process.kill(await readPostgresPid(product), 'SIGKILL')
  await product.exited
}

/** Lists the differences between the acknowledged operations and the ledger. */
async function compareWithLedger(dataDir: string, acknowledged: Acknowledged): Promise<string[]> {
  const database = connectDatabase(await readFile(join(dataDir, 'database-url'), 'utf8'), () => undefined, 4)
  const { rows: found } = await database.pool.query<{ id: string }>(
    `select id from ledger_operations union select subject_id from ledger_operations where kind = 'add_money'`,
  )
  const known = new Set(found.map(({ id }) => id))
  const lost = [...acknowledged.keys()].filter((id) => !known.has(id))
  const expected = new Map<string, number>()
  for (const { owner, amount } of acknowledged.values()) {
    expected.set(owner, (expected.get(owner) ?? 0) + amount)
  }
  const problems = lost.length > 0 ? [`${lost.length} of ${acknowledged.size} acknowledged operations are lost`] : []
  const { rows } = await database.pool.query<{ subject_id: string; balance_paise: number }>(
    `select subject_id, balance_paise from ledger_accounts where kind = 'student_wallet'`,
  )
  const balances = new Map(rows.map(({ subject_id, balance_paise }) => [subject_id, balance_paise]))
  for (const [owner, amount] of expected) {
    const balance = balances.get(owner) ?? 0
    if (balance !== amount) problems.push(`${owner} should have ${amount} and has ${balance}`)
  }
  const mismatches = await auditMoney(systemContext(database.db))
  await database.close()
  return [...problems, ...mismatches.map(({ check, what }) => `${check}: ${what}`)]
}

function systemContext(db: Context['db']): Context {
  return { db, clock: systemClock, actor: { kind: 'system' }, publish: () => undefined, sealer: testSealer }
}

/**
 * Delays the WAL writer, so that a kill comes before the write. Must be set before the start, because one connection
 * with normal settings would flush the commits of all others.
 */
async function setUnsafeDurability(dataDir: string): Promise<void> {
  const settings = `synchronous_commit = off\nwal_writer_delay = '10s'\nwal_writer_flush_after = '1GB'\n`
  await appendFile(join(dataDir, 'postgres/postgresql.auto.conf'), settings)
}
