import type { Logger } from 'pino'
import type { Person } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { socketGraceMs } from '#kernel/socket-limits.ts'

type Options = {
  /** Publishes that the expert is reachable through this process, or no longer. */
  publishReachable(accountId: AccountId): Promise<void>
  publishUnreachable(accountId: AccountId): Promise<void>
  log: Pick<Logger, 'error'>
  graceMs?: number
}

type ExpertPresence = {
  sockets: number
  isPublished: boolean
  pendingWork: Promise<void>
  graceTimer?: NodeJS.Timeout
}

export type Presence = ReturnType<typeof createPresence>

/**
 * Tracks which experts have a socket on this node. A page that reloads is disconnected only for a moment, so a grace
 * period follows the last closed socket. Updates about one expert are published in order.
 */
export function createPresence({ publishReachable, publishUnreachable, log, graceMs = socketGraceMs }: Options) {
  const experts = new Map<AccountId, ExpertPresence>()
  let isClosed = false

  return {
    socketOpened({ id, role }: Person): void {
      if (role !== 'expert') return
      const presence = experts.get(id) ?? { sockets: 0, isPublished: false, pendingWork: Promise.resolve() }
      experts.set(id, presence)
      presence.sockets += 1
      clearTimeout(presence.graceTimer)
      presence.graceTimer = undefined
      // Needed even for a published expert: an update that unpublishes them may be in progress.
      queueUpdate(id, presence)
    },
    socketClosed({ id }: Person): void {
      const presence = experts.get(id)
      if (!presence) return
      presence.sockets -= 1
      if (presence.sockets > 0 || isClosed) return
      presence.graceTimer = setTimeout(() => {
        presence.graceTimer = undefined
        queueUpdate(id, presence)
      }, graceMs)
    },
    /** Retries failed updates. `all`: other nodes considered this process dead, so everything is published again. */
    publishAgain({ all }: { all: boolean }): void {
      for (const [id, presence] of experts) {
        if (all) presence.isPublished = false
        // An expert in the grace period may be back in a moment.
        if (presence.graceTimer) continue
        if (presence.isPublished !== presence.sockets > 0) queueUpdate(id, presence)
      }
    },
    /**
     * A stopping process publishes nothing: its sockets reconnect to other nodes, which also notice its missing
     * heartbeat.
     */
    close(): void {
      isClosed = true
      for (const { graceTimer } of experts.values()) clearTimeout(graceTimer)
    },
  }

  function queueUpdate(id: AccountId, presence: ExpertPresence): void {
    presence.pendingWork = updateAfter(presence.pendingWork, id, presence)
  }

  async function updateAfter(before: Promise<void>, id: AccountId, presence: ExpertPresence): Promise<void> {
    await before
    const isConnected = presence.sockets > 0
    if (isClosed) return
    try {
      if (isConnected !== presence.isPublished) await (isConnected ? publishReachable(id) : publishUnreachable(id))
      presence.isPublished = isConnected
    } catch (err) {
      log.error({ err, accountId: id }, 'publishing the reachability of an expert failed')
    }
    if (!presence.isPublished && presence.sockets === 0) experts.delete(id)
  }
}
