import { type Side, sides } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import { meterLeaseMs } from '#kernel/limits.ts'
import type { MeteredSession } from '#live/metered-session.server.ts'
import type { ServerMessage } from '#live/protocol.ts'

/** The state of a session for its two browsers. */
export type MeterUpdate = Omit<Extract<ServerMessage, { type: 'meter' }>, 'type' | 'session'>

/** Sends to the browsers of these sides, on any node. */
export type SendUpdate = (sessionId: SessionId, to: readonly Side[], update: MeterUpdate) => void

export type MeterUpdates = ReturnType<typeof createMeterUpdates>

/**
 * Sends the state of a meter to the browsers of its session. The end is sent only when it is stored or the lease
 * is valid: otherwise another process may have taken over the session and end it differently.
 */
export function createMeterUpdates({ send, nowMs }: { send: SendUpdate; nowMs(): number }) {
  return (
    metered: MeteredSession,
    { to = sides, warning = null }: { to?: readonly Side[]; warning?: number | null } = {},
  ): void => {
    const { meter, session } = metered
    const { liveMs, heldMs, affordableMs = metered.lastAffordableMs } = meter
    const mayEnd = metered.isSettled || nowMs() - metered.leasedAtMs < meterLeaseMs
    const phase = meter.phase === 'over' && !mayEnd ? 'interrupted' : meter.phase
    metered.wasEndSent ||= phase === 'over'
    for (const side of to) metered.awaitingReply.delete(side)
    const moneyMs = affordableMs === undefined ? null : meter.heldMsLeft() + affordableMs
    const leftMs = moneyMs === null ? null : Math.min(moneyMs, meter.msUntilCutOff())
    const endsBy = moneyMs !== null && meter.msUntilCutOff() < moneyMs ? 'time' : 'money'
    send(session.id, to, { phase, liveMs, heldMs, leftMs, endsBy, warning })
  }
}
