import { type LeasedSession, listUnlockedNodes, takeOverSessions } from '#domain/sessions/meter-rows.server.ts'
import { meterLeaseMs } from '#kernel/limits.ts'
import type { MeteringNode } from '#live/metered-session.server.ts'

const checkEveryMs = 5_000
/** A process whose lock is free for this long was killed. After a lost connection it re-acquires the lock sooner. */
const killedAfterMs = 1_000
/** After a browser joins a session of another process, killed processes are checked every second for this long. */
const suspiciousForMs = 5_000

/** Shows other processes that this one is alive. Without a lock only leases show it. */
export type AliveLock = { isOldEnough(): boolean }

type Options = {
  lock?: AliveLock
  onTaken(session: LeasedSession, leasedAtMs: number): void
}

/** Takes over sessions of processes that were killed or no longer renew their leases. */
export function createTakeOver(node: MeteringNode, { lock, onTaken }: Options) {
  const { sessions, nodeId, system, database, nowMs } = node
  /** Processes whose locks are free, and since when. */
  let suspects = new Map<string, number>()
  let checkedAtMs = nowMs()
  let suspiciousUntilMs = -Infinity

  return {
    /** A browser has joined here, but another process meters its session. That process may have been killed. */
    suspectSince(joinedAtMs: number): void {
      suspiciousUntilMs = joinedAtMs + suspiciousForMs
    },
    async check(now: number): Promise<void> {
      const isSuspicious = suspects.size > 0 || now < suspiciousUntilMs
      if (now - checkedAtMs < (isSuspicious ? killedAfterMs : checkEveryMs)) return
      checkedAtMs = now
      await database.attempt('taking over sessions of dead processes failed', () => takeOver(now))
    },
  }

  async function takeOver(now: number): Promise<void> {
    const requestedAtMs = nowMs()
    const unlocked = lock?.isOldEnough() ? await listUnlockedNodes(system, nodeId) : []
    suspects = new Map(unlocked.map((unlockedId) => [unlockedId, suspects.get(unlockedId) ?? now]))
    const killed = unlocked.filter((unlockedId) => now - (suspects.get(unlockedId) ?? now) >= killedAfterMs)
    for (const session of await takeOverSessions(system, {
      nodeId,
      meteredHere: [...sessions.keys()],
      killed,
      expiredForMs: chooseExpiredForMs(),
      isLate: () => database.isLate(requestedAtMs),
    })) {
      onTaken(session, requestedAtMs)
      system.publish(`session:${session.id}`, { type: 'changed' })
    }
  }

  /** After a database outage, other processes need time to write their checkpoints and re-acquire their locks. */
  function chooseExpiredForMs(): number | 'never' {
    if (database.wasJustUnavailable()) return 'never'
    return lock && !lock.isOldEnough() ? 2 * meterLeaseMs : 0
  }
}
