import * as z from 'zod/mini'
import type { Beat } from '#domain/sessions/meter.ts'
import { isCall, type Side, sides } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import type { MeteredSession } from '#live/metered-session.server.ts'
import { readMessage } from '#live/protocol.ts'
import { readSessionState } from '#live/session-message.server.ts'
import type { Bus } from '#platform/bus/port.ts'

const count = z.number().check(z.int(), z.nonnegative())
const sideBeat = z.object({ side: z.enum(sides), epoch: count, sequence: count, bytes: count, sent: count })

/** Forwards a beat to the process that meters its session. */
export function forwardBeat(bus: Pick<Bus, 'publish'>, id: SessionId, beat: Beat & { side: Side }): Promise<void> {
  return bus.publish(`beats:${id}`, JSON.stringify(beat))
}

/** Subscribes to beats that arrive on other nodes, changes of the session and changes of the wallet. */
export function subscribeMeter(bus: Pick<Bus, 'subscribe'>, metered: MeteredSession, nowMs: () => number): () => void {
  const { meter, session } = metered
  const unsubscribers = [
    bus.subscribe(`beats:${session.id}`, (payload) => {
      const beat = readMessage(sideBeat, payload)
      if (beat) metered.receive(beat.side, beat, nowMs())
    }),
    bus.subscribe(`session:${session.id}`, (payload) => {
      metered.hasChanged = true
      // Student and expert may have agreed to continue, so money and time must be read again.
      meter.affordableMs = undefined
      // After a hang-up no more time counts, however long the settlement takes.
      const state = readSessionState(payload)
      if (state && !isCall(state)) meter.phase = 'over'
    }),
    bus.subscribe(`wallet:${session.studentId}`, () => (meter.affordableMs = undefined)),
  ]
  return () => unsubscribers.forEach((unsubscribe) => unsubscribe())
}
