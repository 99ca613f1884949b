import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Context } from '#domain/context.server.ts'
import type { Person } from '#domain/policy.ts'
import { acceptOffer } from '#domain/requests/accept-offer.server.ts'
import { acceptSession } from '#domain/sessions/accept-session.server.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { joinSession } from '#domain/sessions/join-session.server.ts'
import { listStates } from '#domain/sessions/queries.server.ts'
import type { MeterEvent } from '#domain/sessions/meter.ts'
import type { CallTimes } from '#domain/sessions/rules.ts'
import { type Calls, createCalls } from '#live/calls.server.ts'
import type { SendUpdate } from '#live/meter-updates.server.ts'
import { createMeters } from '#live/meters.server.ts'
import type { Bus } from '#platform/bus/port.ts'
import type { NodeLock } from '#platform/db/node-lock.ts'
import type { Turn } from '#platform/turn/port.ts'

type CallDependencies = {
  system: Context
  times: CallTimes
  turn: Turn
  bus: Bus
  /** Absent if this is the only process. */
  lock?: NodeLock
  log: Pick<Logger, 'error' | 'warn'>
  /** For the figures of this process. */
  onMeterEvent?: (event: MeterEvent) => void
  onPicture?: (ms: number) => void
}

/** Starts the calls and meters of this process. */
export function startCalls({ system, times, turn, bus, lock, log, onMeterEvent, onPicture }: CallDependencies): {
  calls: Calls
  countMeteredCalls(): number
  close(): Promise<void>
} {
  const nodeId = lock?.nodeId ?? randomUUID()
  const ctx = { ...system, times }
  const withActor = (actor: Person) => ({ ...ctx, actor })
  const send: SendUpdate = (...update) => calls.sendMeterUpdate(...update)
  const meters = createMeters({ system: ctx, nodeId, bus, lock, log, send, onEvent: onMeterEvent })
  const calls = createCalls({
    nodeId,
    bus,
    meters,
    log,
    async accept(person, id) {
      const isOffer = await acceptOffer(withActor(person), { id })
      if (!isOffer) await acceptSession(withActor(person), { id })
    },
    join: (person, id) => joinSession(withActor(person), { id }),
    hangUp: (person, id) => hangUp(withActor(person), { id }),
    iceFor: ({ id }) => turn.iceFor(id),
    onPicture,
    listStates: (ids) => listStates(ctx, ids),
  })
  return { calls, countMeteredCalls: meters.count, close: () => meters.close() }
}
