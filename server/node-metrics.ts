import { Counter, Gauge, Histogram } from 'prom-client'
import type pg from 'pg'
import type { EndReason, MeterEvent } from '#domain/sessions/meter.ts'
import type { Mailer } from '#platform/mail/port.ts'
import type { Push } from '#platform/push/port.ts'
import type { Metrics } from '#server/metrics.ts'

type MetricsRegistry = Pick<Metrics, 'registry'>

/** `service`: a fault of ours. `silence`: a side stopped sending. `media`: a side was there, but media did not arrive. */
const interruptionCauses = ['service', 'silence', 'media'] as const
const endReasons = [
  'money_spent',
  'time_over',
  'side_lost',
  'interrupted_too_long',
  'interrupted_too_often',
] as const satisfies EndReason[]

/** Counters of what happened at this node since its start. */
export function createNodeMetrics({ registry }: MetricsRegistry) {
  const registers = [registry]
  const pictures = new Histogram({
    name: 'samjhao_call_picture_seconds',
    help: 'Time from Accept to the first picture of the other side, as browsers of video calls report it',
    buckets: [0.25, 0.5, 1, 2, 4, 8, 15, 30, 60],
    registers,
  })
  const interruptions = new Counter({
    name: 'samjhao_call_interruptions_total',
    help: 'Interruptions of calls that this node metered',
    labelNames: ['cause'],
    registers,
  })
  const ends = new Counter({
    name: 'samjhao_calls_ended_by_meter_total',
    help: 'Calls that the meter of this node ended, and not a person',
    labelNames: ['reason'],
    registers,
  })
  const mails = newResultCounter('samjhao_mails_total', 'Mails that this node tried to send')
  const pushes = newResultCounter('samjhao_pushes_total', 'Push messages that this node tried to send')
  // A counter that begins at its first event would hide that event from rate().
  for (const cause of interruptionCauses) interruptions.inc({ cause }, 0)
  for (const reason of endReasons) ends.inc({ reason }, 0)

  return {
    recordPicture: (ms: number) => pictures.observe(ms / 1_000),
    recordMeterEvent(event: MeterEvent): void {
      if (event.what === 'interrupted') interruptions.inc({ cause: findCause(event) })
      if (event.what === 'over') ends.inc({ reason: event.reason })
    },
    countMails: ({ send }: Mailer): Mailer => ({ send: countResults(mails, send) }),
    countPushes: (push: Push): Push => ({ ...push, send: countResults(pushes, push.send) }),
  }

  function newResultCounter(name: string, help: string): Counter<'result'> {
    const counter = new Counter({ name, help, labelNames: ['result'], registers })
    for (const result of ['sent', 'failed']) counter.inc({ result }, 0)
    return counter
  }
}

function findCause(event: Extract<MeterEvent, { what: 'interrupted' }>): (typeof interruptionCauses)[number] {
  if (event.lost === null) return 'service'
  return event.evidence.stillSpeaks ? 'media' : 'silence'
}

function countResults<Arguments extends unknown[], Result>(
  counter: Counter<'result'>,
  send: (...sent: Arguments) => Promise<Result>,
): (...sent: Arguments) => Promise<Result> {
  return async (...sent) => {
    try {
      const result = await send(...sent)
      counter.inc({ result: 'sent' })
      return result
    } catch (error) {
      counter.inc({ result: 'failed' })
      throw error
    }
  }
}

type NodeState = {
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  maxConnections: number
  openSockets(): number
  countMeteredCalls(): number
  /** Seconds from publishing a message to receiving it; null when it did not arrive. */
  readBusDelay(): Promise<number | null>
}

/** The current state of this node, read at each scrape. */
export function exportNodeState(
  { registry, onScrape }: MetricsRegistry & Pick<Metrics, 'onScrape'>,
  state: NodeState,
): void {
  const registers = [registry]
  const sockets = new Gauge({ name: 'samjhao_sockets', help: 'Open live sockets of this node', registers })
  const calls = new Gauge({ name: 'samjhao_metered_calls', help: 'Calls that this node meters', registers })
  const connections = new Gauge({
    name: 'samjhao_database_connections',
    help: 'Connections of this node to the database, by state',
    labelNames: ['state'],
    registers,
  })
  const connectionsMax = new Gauge({
    name: 'samjhao_database_connections_max',
    help: 'The most connections that this node may open (DATABASE_CONNECTIONS)',
    registers,
  })
  const waiting = new Gauge({
    name: 'samjhao_database_connection_waiters',
    help: 'Statements and transactions of this node that wait for a connection',
    registers,
  })
  const busUp = new Gauge({
    name: 'samjhao_bus_up',
    help: 'Whether a message of this node came back over the bus in time',
    registers,
  })
  const busDelay = new Gauge({
    name: 'samjhao_bus_delay_seconds',
    help: 'Time of the last message of this node over the bus and back',
    registers,
  })
  onScrape(async () => {
    const { pool } = state
    sockets.set(state.openSockets())
    calls.set(state.countMeteredCalls())
    connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    connections.set({ state: 'idle' }, pool.idleCount)
    connectionsMax.set(state.maxConnections)
    waiting.set(pool.waitingCount)
    const delay = await state.readBusDelay()
    busUp.set(delay === null ? 0 : 1)
    if (delay === null) busDelay.remove()
    else busDelay.set(delay)
  })
}
