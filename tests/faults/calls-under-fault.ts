import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { registerSocket } from '#domain/experts/reachability.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import type { Actor } from '#domain/policy.ts'
import { acceptSession } from '#domain/sessions/accept-session.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { callTimes } from '#domain/sessions/rules.ts'
import type { Side } from '#domain/sessions/states.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { systemClock } from '#kernel/time.ts'
import { connectRedisBus } from '#platform/bus/redis.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { publishToBus } from '#server/publish-to-bus.ts'
import type { Cluster } from '#tests/cluster.ts'
import { testSealer } from '#tests/database.ts'
import { newExpert, raviProfile } from '#tests/experts.ts'
import { FaultCaller } from '#tests/faults/fault-caller.ts'
import { addRow } from '#tests/faults/fault-table.ts'
import { addPayer, type Answer, paymentRupees, payUntilConfirmed, request } from '#tests/faults/payments.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest, sessionRow } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

/** The state of a call when the fault happens. */
export const steps = ['ringing', 'connecting', 'live', 'interrupted', 'ending'] as const
export type Step = (typeof steps)[number]
/** Steps in which both sides are connected when the fault happens. */
const talkingSteps = new Set<Step>(['live', 'ending'])

export type Fault = {
  name: string
  /** The calls to start, by step. */
  calls: readonly Step[]
  inject(): Promise<unknown>
  repair?(): Promise<unknown>
  unbilledMaxSeconds: number
  /** How long both sides talk before and after the fault. */
  talkMs?: number
}

type Report = {
  unbilled: { step: Step; seconds: number; overBilledSeconds: number }[]
  /** The maximum over calls that were connected when the fault happened. */
  unbilledSeconds: number
  /** The maximum over calls that one side still had to join or rejoin. */
  waitedSeconds: number
  overBilledSeconds: number
  /** Calls that did not end because the student left. */
  lostCalls: string[]
  /** Responses that the fault does not explain. */
  unexpectedAnswers: string[]
  /** Problems of the ledger, the wallets and the nodes. */
  problems: string[]
}

/** The report that every fault must produce. */
export const noHarm = { overBilledSeconds: 0, lostCalls: [], unexpectedAnswers: [], problems: [] }

/**
 * Failures that a client may see: from the load balancer, from the product, or a lost connection. Each request
 * succeeds when retried.
 */
const expectedFailures = new Set(['502', '503', 'closed'])
/** How long after the fault the expert joins or returns. */
const expertDelayMs = 2_000
/** Long enough for the meter to notice an absent side. */
const absentBeforeMs = 7_000
const payerCount = 3
const paymentsPerPayer = 15

type Call = {
  id: SessionId
  step: Step
  student: FaultCaller
  expert?: FaultCaller
  addExpert(): FaultCaller
}

export type People = Awaited<ReturnType<typeof connectToCluster>>

/** Runs calls, readers and payers during faults of this cluster. */
export async function connectToCluster(cluster: Cluster) {
  const { origin } = cluster
  const database = connectDatabase(cluster.settings.DATABASE_URL, () => undefined, 4)
  const bus = await connectRedisBus({ url: cluster.redis.url, log: { warn: () => undefined } })
  const as = (actor: Actor) => ({
    db: database.db,
    clock: systemClock,
    actor,
    publish: (topic: string, message: object) => void publishToBus(bus, topic, message).catch(() => undefined),
    sealer: testSealer,
    times: callTimes,
  })
  const system = () => as({ kind: 'system' })

  /** Creates an expert and a student, and requests a session. */
  async function callExpert() {
    const [student, expert] = [await newSignedInPerson(as), await newExpert(as, { profile: raviProfile })]
    const ravi = { ...expert.person, approval: 'approved' as const }
    await giveMoney(system(), student.person.id, rupees(100))
    // Registers a socket of the expert at a node that never expires.
    const nodeId = randomUUID()
    await registerSocket(system(), { accountId: ravi.id, nodeId })
    await database.pool.query(`update live_nodes set seen_at = now() + interval '1 hour' where id = $1`, [nodeId])
    await setOnline(as(ravi), true)
    const id = await requestSession(as(student.person), newRequest(expert.expertId))
    return { id, ravi, tokens: { student: student.token, expert: expert.token } }
  }

  async function beginCall(step: Step): Promise<Call> {
    const { id, ravi, tokens } = await callExpert()
    const open = (side: Side, accepts = false) =>
      new FaultCaller({ origin, cookie: `samjhao_sign_in=${tokens[side]}`, session: id, side, accepts })
    if (step !== 'ringing') await acceptSession(as(ravi), { id })
    const call: Call = {
      id,
      step,
      student: open('student'),
      addExpert: () => (call.expert = open('expert', step === 'ringing')),
    }
    if (step === 'ringing' || step === 'connecting') return call
    call.addExpert()
    await expectLive([call])
    return call
  }

  async function settle({ id, student, expert }: Call) {
    await expect.poll(async () => (await sessionRow(database.db, id)).state).toBe('settled')
    const { live_ms, end_reason } = await sessionRow(database.db, id)
    student.close()
    expert?.close()
    return { liveMs: live_ms, reason: end_reason }
  }

  /** Describes calls that did not recover: rows, events and logged problems, in seconds after the fault. */
  async function describeCalls(calls: Call[], faultAt: Date): Promise<string> {
    const formatAfter = (at: Date | null) =>
      at ? `${((at.getTime() - faultAt.getTime()) / 1_000).toFixed(1)} s` : 'never'
    const lines = calls.map(async ({ id, step, student, expert }) => {
      const { state, connect_until, meter_until, meter_node } = await sessionRow(database.db, id)
      const events = await database.db
        .selectFrom('session_events')
        .select(['what', 'side', 'at'])
        .where('session_id', '=', id)
        .orderBy('id')
        .execute()
      return [
        `${step}: ${state}, student ${student.phase}, expert ${expert?.phase}, due at ${formatAfter(connect_until)},`,
        `metered by ${meter_node} until ${formatAfter(meter_until)}:`,
        ...events.map(({ what, side, at }) => `${formatAfter(at)} ${what} ${side ?? ''};`),
      ].join(' ')
    })
    const logs = cluster.nodes.map(
      ({ output }, index) => `node ${index + 1}:\n${listProblemLines(output()).join('\n')}`,
    )
    return ['Some calls did not recover:', ...(await Promise.all(lines)), ...logs].join('\n')

    function listProblemLines(output: string): string[] {
      return output.split('\n').flatMap((line) => {
        if (!line.startsWith('{')) return []
        const { level, time, msg, err } = JSON.parse(line)
        return level >= 40 && time >= faultAt.getTime()
          ? [`${formatAfter(new Date(time))} ${msg} ${err?.message ?? ''}`]
          : []
      })
    }
  }

  /** Lists mismatches in the ledger and nodes that ended. */
  async function listProblems(): Promise<string[]> {
    const mismatches = await auditMoney(system())
    const endedNodes = cluster.nodes.filter(({ process }) => process.exitCode !== null)
    return [
      ...mismatches.map(({ check, what }) => `${check}: ${what}`),
      ...endedNodes.map(({ output }) => `a node ended: ${output().slice(-2_000)}`),
    ]
  }

  return {
    database,
    as,
    system,
    async close(): Promise<void> {
      await bus.close()
      await database.close()
    },

    /** Disconnects both sides of two live calls permanently. Each call must end automatically. */
    async loseBothSides(): Promise<Report> {
      const calls = await Promise.all([beginCall('live'), beginCall('live')])
      await sleep(10_000)
      const lostAtMs = performance.now()
      for (const { student, expert } of calls) for (const caller of [student, expert]) caller?.disconnect()
      const unbilled: Report['unbilled'] = []
      for (const call of calls) {
        const { liveMs } = await settle(call)
        const talkedMs = lostAtMs - billableFromMs(call)
        unbilled.push(compareBill(call, { liveMs, talkedMs, provableMs: talkedMs }))
      }
      const recoveredSeconds = (performance.now() - lostAtMs) / 1_000
      const report = { unbilled, ...summarise(unbilled), lostCalls: [], unexpectedAnswers: [] }
      await addRow({ fault: 'both sides vanish', ...report, failed: 'none', payments: 0, recoveredSeconds })
      return { ...report, problems: await listProblems() }
    },

    /** Measures the effect of a fault on calls and payments, and repairs it even if the measurement fails. */
    async runFault(fault: Fault): Promise<Report> {
      const { payments, requests, recoveredSeconds, ...measured } = await measureFault(fault).finally(fault.repair)
      const report = { ...measured, ...summarise(measured.unbilled), unexpectedAnswers: requests.listUnexpected() }
      const failed = requests.describe()
      await addRow({ fault: fault.name, ...report, failed, payments: payments.length, recoveredSeconds })
      return { ...report, problems: [...(await listWrongWallets(payments)), ...(await listProblems())] }
    },
  }

  /**
   * Starts calls, readers and payers, injects the fault, waits until all calls are live again, ends them and reads the
   * bills.
   */
  async function measureFault({ calls: wantedSteps, inject, talkMs = 8_000 }: Fault) {
    const calls: Call[] = []
    // Ringing and connecting calls start last, because their deadlines run.
    for (const step of steps.toReversed())
      calls.push(...(await Promise.all(wantedSteps.filter((wanted) => wanted === step).map(beginCall))))
    const callsAt = (step: Step) => calls.filter((call) => call.step === step)
    const requests = createRequestCounter()
    const reader = startReader(origin, requests.count)
    const payers = startPayers(origin, system(), requests.count)
    const absentMs = wantedSteps.includes('interrupted') ? absentBeforeMs : 0
    await sleep(Math.max(0, talkMs - absentMs))
    for (const { expert } of callsAt('interrupted')) expert?.disconnect()
    await sleep(absentMs)

    const [faultAtMs, faultAt] = [performance.now(), new Date()]
    const endedAtMs = new Map<Call, number>()
    const end = (call: Call) => {
      endedAtMs.set(call, performance.now())
      call.student.hangUp()
    }
    callsAt('ending').forEach(end)
    const injecting = inject()
    await sleep(expertDelayMs)
    for (const call of [...callsAt('ringing'), ...callsAt('connecting')]) call.addExpert()
    for (const { expert } of callsAt('interrupted')) expert?.reconnect()
    await injecting
    // Long enough for every client to notice the fault.
    await sleep(3_000)
    const continuing = calls.filter(({ step }) => step !== 'ending')
    await expectLive(continuing).catch(async (error: unknown) => {
      throw new Error(await describeCalls(continuing, faultAt), { cause: error })
    })
    const recoveredSeconds = (performance.now() - faultAtMs) / 1_000
    await sleep(talkMs)
    continuing.forEach(end)
    const unbilled: Report['unbilled'] = []
    const lostCalls: string[] = []
    for (const call of calls) {
      const { liveMs, reason } = await settle(call)
      const endedMs = endedAtMs.get(call) ?? 0
      const talkedMs = endedMs - billableFromMs(call) - sumAbsencesMs(call)
      // A busy node receives the last heartbeat late, but before it confirms the end. The confirmation of a call that
      // ended with the fault comes after the repair, so the slowest reply is the limit there.
      const lateMs =
        call.step === 'ending'
          ? Math.max(call.student.slowestReplyMs, call.expert?.slowestReplyMs ?? 0)
          : (call.student.overAtMs ?? endedMs) - endedMs
      unbilled.push(compareBill(call, { liveMs, talkedMs, provableMs: talkedMs + lateMs }))
      const expectedReasons = call.step === 'ending' ? ['hung_up', 'side_lost'] : ['hung_up']
      if (!expectedReasons.includes(String(reason))) lostCalls.push(`${call.step}: ${reason}`)
    }
    await reader.stop()
    const payments = await payers.stop()
    return { unbilled, lostCalls, requests, payments, recoveredSeconds }
  }

  /** Lists wallets whose balance differs from the confirmed payments. */
  async function listWrongWallets(payments: { payer: string }[]): Promise<string[]> {
    const confirmed = new Map<string, number>()
    for (const { payer } of payments) confirmed.set(payer, (confirmed.get(payer) ?? 0) + paymentRupees * 100)
    const found = await database.db
      .selectFrom('ledger_accounts')
      .select(['subject_id', 'balance_paise'])
      .where('kind', '=', 'student_wallet')
      .where('subject_id', 'in', [...confirmed.keys(), randomUUID()])
      .execute()
    const balances = new Map(found.map((row) => [row.subject_id, row.balance_paise]))
    return [...confirmed]
      .filter(([payer, paise]) => balances.get(payer) !== paise)
      .map(([payer, paise]) => `${payer} has ${balances.get(payer)} paise; ${paise} were confirmed`)
  }
}

/** Billing cannot start before both sides have sent a first media beat. */
function billableFromMs({ student, expert }: Call): number {
  return Math.max(student.firstMediaBeatAtMs ?? Infinity, expert?.firstMediaBeatAtMs ?? Infinity)
}

function sumAbsencesMs({ student, expert }: Call): number {
  const absences = [...student.absences, ...(expert?.absences ?? [])]
  return absences.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)
}

type Bill = { liveMs: number; talkedMs: number; provableMs: number }

function compareBill({ step }: Call, { liveMs, talkedMs, provableMs }: Bill): Report['unbilled'][number] {
  return { step, seconds: (talkedMs - liveMs) / 1_000, overBilledSeconds: Math.max(0, liveMs - provableMs) / 1_000 }
}

function summarise(unbilled: Report['unbilled']) {
  const findMax = (isTalking: boolean) =>
    Math.max(0, ...unbilled.filter(({ step }) => talkingSteps.has(step) === isTalking).map(({ seconds }) => seconds))
  const overBilledSeconds = Math.max(0, ...unbilled.map((call) => call.overBilledSeconds))
  const [unbilledSeconds, waitedSeconds] = [findMax(true), findMax(false)]
  return { calls: unbilled.length, unbilledSeconds, waitedSeconds, overBilledSeconds }
}

async function expectLive(calls: Call[]): Promise<void> {
  const listPhases = () =>
    calls.map(({ step, student, expert }) =>
      [step, ...[student, expert].map((caller) => (caller?.isOver ? 'over' : caller?.phase))].join(' '),
    )
  await expect.poll(listPhases, { timeout: 60_000 }).toEqual(calls.map(({ step }) => `${step} live live`))
}

function createRequestCounter() {
  const answers = new Map<string, number>()
  let total = 0
  const failures = () => [...answers].filter(([answer]) => !/^[23]/.test(answer))
  return {
    count(answer: Answer): void {
      total += 1
      answers.set(String(answer), (answers.get(String(answer)) ?? 0) + 1)
    },
    describe(): string {
      const listed = failures().map(([answer, count]) => `${count} × ${answer}`)
      return `${listed.join(', ') || 'none'} of ${total}`
    },
    listUnexpected: () =>
      failures()
        .map(([answer]) => answer)
        .filter((answer) => !expectedFailures.has(answer)),
  }
}

function startReader(origin: string, count: (answer: Answer) => void) {
  const stopping = new AbortController()
  const reading = (async () => {
    while (!stopping.signal.aborted) {
      await request(`${origin}/experts`, {}, count)
      await sleep(100)
    }
  })()
  return {
    async stop(): Promise<void> {
      stopping.abort()
      await reading
    },
  }
}

/** Lets students add money repeatedly. `stop` waits until every started payment is confirmed. */
function startPayers(origin: string, ctx: Parameters<typeof addPayer>[0], onAnswer: (answer: Answer) => void) {
  const confirmed: { payer: string }[] = []
  const stopping = new AbortController()
  const payUntilStopped = async () => {
    const payer = await addPayer(ctx)
    for (let number = 0; number < paymentsPerPayer && !stopping.signal.aborted; number += 1) {
      await payUntilConfirmed(payer, { origin, onAnswer, isStopped: () => false })
      confirmed.push({ payer: payer.id })
      await sleep(2_000)
    }
  }
  const paying = Promise.all(Array.from({ length: payerCount }, payUntilStopped))
  paying.catch(() => undefined)
  return {
    async stop() {
      stopping.abort()
      await paying
      return confirmed
    },
  }
}
