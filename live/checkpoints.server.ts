import { type Reading, saveReadings } from '#domain/sessions/meter-rows.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { meterCheckpointMs } from '#kernel/limits.ts'
import type { MeteredSession, MeteringNode } from '#live/metered-session.server.ts'

/** Saves the readings of all sessions in one statement at every checkpoint, and changed ones immediately. */
export function createCheckpoints(
  { sessions, nodeId, system, database, nowMs }: MeteringNode,
  /** Called with sessions that a person has ended, or that another process has taken over. */
  onLost: (lost: MeteredSession[]) => Promise<void>,
) {
  let savedAtMs = nowMs()

  return async (now: number): Promise<void> => {
    const isCheckpoint = now - savedAtMs >= meterCheckpointMs
    const due = [...sessions.values()].filter(
      ({ meter, retryAtMs, hasChanged }) => meter.phase !== 'over' && now >= retryAtMs && (isCheckpoint || hasChanged),
    )
    if (isCheckpoint) savedAtMs = now
    if (due.length === 0) return
    // Every error counts as an outage: until readings are saved, no side may be blamed and no session taken over.
    const isOutage = () => true
    await database.attempt('saving meter readings failed, will retry', () => save(due), isOutage)
  }

  async function save(due: MeteredSession[]): Promise<void> {
    const requestedAtMs = nowMs()
    const readings = due.map(toReading)
    const written = due.map((metered) => ({ metered, events: metered.events.splice(0) }))
    const events = written.flatMap((each) => each.events)
    let saved: Set<SessionId>
    for (const metered of due) {
      metered.hasChanged = false
      metered.hadFault = false
    }
    try {
      saved = await saveReadings(system, { nodeId, readings, events })
    } catch (error) {
      for (const { metered, events: unwritten } of written) {
        metered.events.unshift(...unwritten)
        metered.hasChanged = true
        metered.hadFault = true
      }
      throw error
    }
    for (const metered of due) if (saved.has(metered.session.id)) metered.leasedAtMs = requestedAtMs
    for (const { sessionId } of events) {
      if (saved.has(sessionId)) system.publish(`session:${sessionId}`, { type: 'changed' })
    }
    await onLost(due.filter(({ session }) => !saved.has(session.id)))
  }
}

function toReading({ session, meter, hadFault }: MeteredSession): Reading {
  const { phase, liveMs, interruptions, interruptedMs } = meter
  return {
    sessionId: session.id,
    state: phase === 'over' ? 'interrupted' : phase,
    liveMs,
    interruptions,
    interruptedMs,
    isExcused: hadFault,
  }
}
