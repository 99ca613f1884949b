import { isDatabaseUnavailable } from '#domain/database-unavailable.server.ts'
import { type SessionSettlement, settleSessions } from '#domain/sessions/settle-session.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import type { MeteredSession, MeteringNode } from '#live/metered-session.server.ts'

const retryEveryMs = 1_000
const settleBatchSize = 50
const settleConcurrency = 3

/** Settles sessions that have ended. `onSettled` is called also for those that another process meters. */
export function createSettlement(
  { sessions, nodeId, system, nowMs, log }: MeteringNode,
  onSettled: (metered: MeteredSession) => void,
) {
  return {
    /** Settles the sessions that were metered here to the end. */
    settleOver(now: number): Promise<void> {
      const isDue = ({ meter, retryAtMs }: MeteredSession) => meter.phase === 'over' && now >= retryAtMs
      return settleAll([...sessions.values()].filter(isDue))
    },
    settleAll,
  }

  /** Many calls may end together: they settle in batches, of which few run concurrently, to leave connections free. */
  async function settleAll(ended: MeteredSession[]): Promise<void> {
    const rest = [...ended]
    const worker = async () => {
      while (rest.length > 0) await settle(rest.splice(0, settleBatchSize))
    }
    await Promise.all(Array.from({ length: settleConcurrency }, worker))
  }

  async function settle(batch: MeteredSession[]): Promise<void> {
    for (const metered of batch) metered.retryAtMs = nowMs() + retryEveryMs
    let settled: Set<SessionId>
    try {
      settled = await settleSessions(system, batch.map(toSettlement))
    } catch (err) {
      const ids = batch.map(({ session }) => session.id)
      if (batch.length === 1 || isDatabaseUnavailable(err))
        return log.error({ err, sessions: ids }, 'settling sessions failed, will retry')
      // One session that cannot be settled must not block the others.
      for (const metered of batch) await settle([metered])
      return undefined
    }
    for (const metered of batch) {
      metered.isSettled = settled.has(metered.session.id)
      onSettled(metered)
    }
  }

  function toSettlement({ session: { id }, meter: { liveMs }, ended }: MeteredSession): SessionSettlement {
    return { id, metered: { nodeId, liveMs }, ended }
  }
}
