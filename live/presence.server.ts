import type { Logger } from 'pino'
import type { Person } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { socketGraceMs } from '#kernel/socket-limits.ts'

type Options = {
  /** Make it known that the expert can be reached through this process, and that no longer. */
  hold(accountId: AccountId): Promise<void>
  release(accountId: AccountId): Promise<void>
  log: Pick<Logger, 'error'>
  graceMs?: number
}

type Held = { sockets: number; told: boolean; work: Promise<void>; leaving?: NodeJS.Timeout }

export type Presence = ReturnType<typeof createPresence>

/**
 * Which experts have a socket here. A page that reloads is away for a moment only, so the last socket to close is waited
 * for a little before anybody hears of it. What is told about one expert is told in order.
 */
export function createPresence({ hold, release, log, graceMs = socketGraceMs }: Options) {
  const experts = new Map<AccountId, Held>()
  let closed = false

  return {
    arrived({ id, role }: Person): void {
      if (role !== 'expert') return
      const held = experts.get(id) ?? { sockets: 0, told: false, work: Promise.resolve() }
      experts.set(id, held)
      held.sockets += 1
      clearTimeout(held.leaving)
      held.leaving = undefined
      // Also when the others know of it: they may be hearing the opposite at this very moment.
      tell(id, held)
    },
    left({ id }: Person): void {
      const held = experts.get(id)
      if (!held) return
      held.sockets -= 1
      if (held.sockets > 0 || closed) return
      held.leaving = setTimeout(() => {
        held.leaving = undefined
        tell(id, held)
      }, graceMs)
    },
    /** Tells everything again, after the others had taken this process for dead; and what could not be told before. */
    repeat({ all }: { all: boolean }): void {
      for (const [id, held] of experts) {
        if (all) held.told = false
        // One who may be back in a moment is not gone yet.
        if (held.leaving) continue
        if (held.told !== held.sockets > 0) tell(id, held)
      }
    },
    /** A process that stops says nothing: its sockets come back elsewhere, and what does not is found by the missing beat. */
    close(): void {
      closed = true
      for (const { leaving } of experts.values()) clearTimeout(leaving)
    },
  }

  function tell(id: AccountId, held: Held): void {
    held.work = tellAfter(held.work, id, held)
  }

  async function tellAfter(before: Promise<void>, id: AccountId, held: Held): Promise<void> {
    await before
    const here = held.sockets > 0
    if (closed) return
    try {
      if (here !== held.told) await (here ? hold(id) : release(id))
      held.told = here
    } catch (err) {
      log.error({ err, accountId: id }, 'nobody was told whether an expert can be reached')
    }
    if (!held.told && held.sockets === 0) experts.delete(id)
  }
}
