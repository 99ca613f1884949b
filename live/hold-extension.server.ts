import { extendSessions } from '#domain/sessions/meter-rows.server.ts'
import type { MeteredSession, MeteringNode } from '#live/metered-session.server.ts'
import type { MeterUpdates } from '#live/meter-updates.server.ts'

/** How often the balance is read again when money runs short, so that money added during the call counts quickly. */
const balanceCheckEveryMs = 1_000
const extendBatchSize = 200

/** Extends the holds of sessions that run short, and reads what their students can still afford. */
export function createHoldExtension({ sessions, system, database }: MeteringNode, sendUpdate: MeterUpdates) {
  const { minuteMs } = system.times

  /** In batches, because a session cannot be settled while its batch runs. */
  return async (now: number): Promise<void> => {
    const shortSessions = [...sessions.values()].filter(
      ({ meter, balanceCheckedAtMs }) => meter.needsBalance && now - balanceCheckedAtMs >= balanceCheckEveryMs,
    )
    for (const metered of shortSessions) metered.balanceCheckedAtMs = now
    while (shortSessions.length > 0) {
      const batch = shortSessions.splice(0, extendBatchSize)
      await database.attempt('extending holds failed', () => extend(batch, now))
    }
  }

  async function extend(shortSessions: MeteredSession[], now: number): Promise<void> {
    const money = await extendSessions(
      system,
      shortSessions.map(({ session, meter }) => ({ id: session.id, more: meter.needsExtension })),
    )
    for (const metered of shortSessions) {
      const { meter, session } = metered
      const found = money.get(session.id)
      if (!found) continue
      const wasUnknown = meter.affordableMs === undefined
      const moreMs = found.heldMinutes * minuteMs - meter.heldMs
      if (moreMs > 0) meter.extend(moreMs)
      meter.affordableMs = found.affordableMinutes * minuteMs
      metered.lastAffordableMs = meter.affordableMs
      meter.setCutOff(found.msUntilCutOff, now)
      const warning = meter.takeWarning()
      if (moreMs > 0 || warning !== null || wasUnknown) sendUpdate(metered, { warning })
    }
  }
}
