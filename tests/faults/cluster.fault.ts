import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdSocket } from '#domain/experts/reachability.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import type { Actor } from '#domain/policy.ts'
import { acceptSession } from '#domain/sessions/accept-session.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { callTimes } from '#domain/sessions/rules.ts'
import { sides } from '#domain/sessions/states.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase, type DatabaseConnection } from '#platform/db/database.ts'
import { type Cluster, startCluster } from '#tests/cluster.ts'
import { testSealer } from '#tests/database.ts'
import { newExpert, raviProfile } from '#tests/experts.ts'
import { FaultCaller } from '#tests/faults/callers.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest, sessionRow } from '#tests/sessions.ts'
import { somebody } from '#tests/signed-in.ts'

// What happens to people when a part of the product fails, with real minutes: each fault meets calls that are on, and somebody who reads.
const callsAtOnce = 6
const rows: string[][] = []
let cluster: Cluster
let database: DatabaseConnection

beforeAll(async () => {
  cluster = await startCluster()
  database = connectDatabase(cluster.postgres.url, () => undefined, 4)
})
afterAll(async () => {
  printTable()
  await database?.close()
  await cluster?.stop()
})

const as = (actor: Actor) => ({
  db: database.db,
  clock: systemClock,
  actor,
  publish: () => undefined,
  sealer: testSealer,
  times: callTimes,
})
const system = () => as({ kind: 'system' })

/** A call that both have come into, and who is in it. */
async function beginCall() {
  const [student, expert] = [await somebody(as), await newExpert(as, { profile: raviProfile })]
  const ravi = { ...expert.person, approval: 'approved' as const }
  await giveMoney(system(), student.person.id, rupees(100))
  // A socket of the expert, at a node that nobody takes for dead.
  const nodeId = randomUUID()
  await holdSocket(system(), { accountId: ravi.id, nodeId })
  await database.pool.query(`update live_nodes set seen_at = now() + interval '1 hour' where id = $1`, [
    nodeId,
  ])
  await setOnline(as(ravi), true)
  const id = await requestSession(as(student.person), newRequest(expert.expertId))
  await acceptSession(as(ravi), { id })
  const tokens = { student: student.token, expert: expert.token }
  const callers = sides.map(
    (side) =>
      new FaultCaller({
        origin: cluster.origin,
        cookie: `samjhao_sign_in=${tokens[side]}`,
        session: id,
        side,
      }),
  )
  await expect.poll(() => callers.map(({ phase }) => phase)).toEqual(['live', 'live'])
  return { id, callers, fromMs: performance.now() }
}

/** Somebody who reads page after page; what was answered, or "closed". */
function readPages() {
  const answers = new Map<string, number>()
  const stopping = new AbortController()
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      const status = await fetch(`${cluster.origin}/experts`, { signal: AbortSignal.timeout(10_000) }).then(
        async (answer) => {
          await answer.arrayBuffer()
          return String(answer.status)
        },
        (error: Error) => (error.name === 'TimeoutError' ? 'no answer' : 'closed'),
      )
      answers.set(status, (answers.get(status) ?? 0) + 1)
      await sleep(100)
    }
  })()
  return async () => {
    stopping.abort()
    await reading
    return answers
  }
}

type Fault = {
  name: string
  act(): Promise<unknown>
  mend?(): Promise<unknown>
  unbilledMaxSeconds: number
}

async function tryFault({ name, act, mend }: Fault) {
  const calls = []
  for (let count = 0; count < callsAtOnce; count += 1) calls.push(await beginCall())
  const stopReading = readPages()
  await sleep(10_000)
  const callers = calls.flatMap((call) => call.callers)
  const atMs = performance.now()
  await act()
  // Long enough for everybody to notice.
  await sleep(3_000)
  await expect
    .poll(() => callers.map(({ phase, isOver }) => (isOver ? 'over' : phase)), { timeout: 120_000 })
    .toEqual(callers.map(() => 'live'))
  const recoveredSeconds = (performance.now() - atMs) / 1_000
  await sleep(8_000)
  const answers = await stopReading()
  const unbilledSeconds = []
  const reasons = []
  for (const { id, callers: both, fromMs } of calls) {
    both[0]?.hangUp()
    const talkedMs = performance.now() - fromMs
    await expect.poll(async () => (await sessionRow(database.db, id)).state).toBe('settled')
    const { live_ms, end_reason } = await sessionRow(database.db, id)
    for (const caller of both) caller.close()
    unbilledSeconds.push((talkedMs - live_ms) / 1_000)
    reasons.push(end_reason)
  }
  await mend?.()
  const unbilled = Math.max(...unbilledSeconds)
  const overBilled = Math.max(0, -Math.min(...unbilledSeconds))
  rows.push([
    name,
    String(calls.length),
    `${unbilled.toFixed(1)} s`,
    `${overBilled.toFixed(1)} s`,
    [...answers].map(([status, count]) => `${status}: ${count}`).join(', '),
    `${recoveredSeconds.toFixed(1)} s`,
  ])
  return { unbilled, overBilled, reasons, answers: [...answers.keys()] }
}

/** The first node, by its process. */
const node = () => {
  const [first] = cluster.nodes
  if (!first) throw new Error('there are no nodes')
  return first
}

/** What is not billed includes up to four seconds in which the last proofs were on their way. */
const faults: Fault[] = [
  {
    name: 'kill -9 of a node',
    act: () => node().stop('SIGKILL'),
    mend: () => cluster.restartNode(0),
    unbilledMaxSeconds: 12,
  },
  {
    name: 'SIGTERM of a node',
    act: () => node().stop('SIGTERM'),
    mend: () => cluster.restartNode(0),
    unbilledMaxSeconds: 12,
  },
  {
    name: 'a node frozen for 25 s',
    async act() {
      node().process.kill('SIGSTOP')
      await sleep(25_000)
      node().process.kill('SIGCONT')
    },
    unbilledMaxSeconds: 35,
  },
  {
    name: 'kill -9 of the database',
    async act() {
      await cluster.postgres.kill()
      await cluster.postgres.restart()
    },
    unbilledMaxSeconds: 12,
  },
  {
    name: 'the database away for 60 s',
    async act() {
      await cluster.postgres.stop()
      await sleep(60_000)
      await cluster.postgres.restart()
    },
    unbilledMaxSeconds: 12,
  },
  {
    name: 'Redis away for 10 s',
    async act() {
      await cluster.redis.kill()
      await sleep(10_000)
      await cluster.redis.restart()
    },
    unbilledMaxSeconds: 20,
  },
]

test.each(faults)('$name', async (fault) => {
  const { unbilled, overBilled, reasons, answers } = await tryFault(fault)
  expect(reasons).toEqual(reasons.map(() => 'hung_up'))
  expect(overBilled).toBeLessThan(0.5)
  expect(unbilled).toBeLessThan(fault.unbilledMaxSeconds)
  expect(answers.filter((answer) => !['200', '502', '503', 'closed'].includes(answer))).toEqual([])
  expect(await auditMoney(system())).toEqual([])
  for (const [at, each] of cluster.nodes.entries()) expect([at, each.process.exitCode]).toEqual([at, null])
})

function printTable(): void {
  const head = ['fault', 'calls', 'unbilled at most', 'over-billed', 'answers to a reader', 'all live again']
  console.log([head, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n'))
}
