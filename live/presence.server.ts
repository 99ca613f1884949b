import type { Logger } from 'pino'
import type { Person } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { socketGraceMs } from '#kernel/socket-limits.ts'

type Options = {
  /** Make it known that the expert can be reached through this process, and that no longer. */
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
 * Which experts have a socket here. A page that reloads is away for a moment only, so the last socket to close is waited
 * for a little before anybody hears of it. What is told about one expert is told in order.
 */
export function createPresence({
  publishReachable,
  publishUnreachable,
  log,
  graceMs = socketGraceMs,
}: Options) {
  const experts = new Map<AccountId, ExpertPresence>()
  let closed = false

  return {
    socketOpened({ id, role }: Person): void {
      if (role !== 'expert') return
      const presence = experts.get(id) ?? { sockets: 0, isPublished: false, pendingWork: Promise.resolve() }
      experts.set(id, presence)
      presence.sockets += 1
      clearTimeout(presence.graceTimer)
      presence.graceTimer = undefined
      // Also when the others know of it: they may be hearing the opposite at this very moment.
      queueUpdate(id, presence)
    },
    socketClosed({ id }: Person): void {
      const presence = experts.get(id)
      if (!presence) return
      presence.sockets -= 1
      if (presence.sockets > 0 || closed) return
      presence.graceTimer = setTimeout(() => {
        presence.graceTimer = undefined
        queueUpdate(id, presence)
      }, graceMs)
    },
    /** Tells everything again, after the others had taken this process for dead; and what could not be told before. */
    publishAgain({ all }: { all: boolean }): void {
      for (const [id, presence] of experts) {
        if (all) presence.isPublished = false
        // One who may be back in a moment is not gone yet.
        if (presence.graceTimer) continue
        if (presence.isPublished !== presence.sockets > 0) queueUpdate(id, presence)
      }
    },
    /** A process that stops says nothing: its sockets come back elsewhere, and what does not is found by the missing beat. */
    close(): void {
      closed = true
      for (const { graceTimer } of experts.values()) clearTimeout(graceTimer)
    },
  }

  function queueUpdate(id: AccountId, presence: ExpertPresence): void {
    presence.pendingWork = updateAfter(presence.pendingWork, id, presence)
  }

  async function updateAfter(before: Promise<void>, id: AccountId, presence: ExpertPresence): Promise<void> {
    await before
    const isConnected = presence.sockets > 0
    if (closed) return
    try {
      if (isConnected !== presence.isPublished)
        await (isConnected ? publishReachable(id) : publishUnreachable(id))
      presence.isPublished = isConnected
    } catch (err) {
      log.error({ err, accountId: id }, 'nobody was told whether an expert can be reached')
    }
    if (!presence.isPublished && presence.sockets === 0) experts.delete(id)
  }
}
