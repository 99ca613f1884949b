import { randomUUID } from 'node:crypto'
import type { Person } from '#domain/policy.ts'
import { joinSession } from '#domain/sessions/join-session.server.ts'
import type { CallContext } from '#domain/sessions/move-session.server.ts'
import { type Side, sides } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import { createMeters, type MeterNews, type Meters } from '#live/meters.server.ts'
import type { Bus } from '#platform/bus/port.ts'
import type { NodeLock } from '#platform/db/node-lock.ts'
import type { createCast } from '#tests/sessions.ts'

type Cast = ReturnType<typeof createCast>

/** Processes that measure, by a clock that the test moves, and people who talk. */
export function createStage(cast: Cast, bus: Bus) {
  let nowMs = 0
  const nodes: Meters[] = []
  const said: (MeterNews & { to: readonly Side[] })[] = []
  const errors: unknown[] = []

  function startNode(system: CallContext = cast.system(), lock?: NodeLock): Meters {
    // What is published reaches the other processes, as in the product.
    const publish: CallContext['publish'] = (topic, message) =>
      void bus.publish(topic, JSON.stringify(message))
    const node = createMeters({
      system: Object.defineProperty(system, 'publish', { value: publish, enumerable: true }),
      nodeId: lock?.nodeId ?? randomUUID(),
      lock,
      bus,
      say: (_id, to, news) => void said.push({ ...news, to }),
      log: { error: (details: unknown) => void errors.push(details) },
      nowMs: () => nowMs,
      runs: false,
    })
    nodes.push(node)
    return node
  }

  /** A call between two people, each with a socket at one of the processes. */
  async function call({ student, expert, id }: { student: Person; expert: Person; id: SessionId }) {
    const people = { student, expert }
    const own = {
      student: { epoch: 0, sequence: 0, bytes: 0, sent: 0 },
      expert: { epoch: 0, sequence: 0, bytes: 0, sent: 0 },
    }
    const at: Partial<Record<Side, Meters>> = {}
    return {
      own,
      at,
      async join(side: Side, node: Meters) {
        const { epoch } = await joinSession(cast.at(people[side]), { id })
        own[side] = { epoch, sequence: 0, bytes: 0, sent: 0 }
        at[side] = node
        await node.ensure(id)
      },
      beat(side: Side) {
        own[side].sequence += 1
        own[side].bytes += 1_000
        own[side].sent += 1_000
        return at[side]?.hear(id, side, own[side])
      },
    }
  }

  return {
    said,
    errors,
    nowMs: () => nowMs,
    startNode,
    /** Killed: it says nothing more, and its leases run out. */
    kill(node: Meters) {
      nodes.splice(nodes.indexOf(node), 1)
    },
    /** Stopped for a while, and not aware of it. */
    freeze(node: Meters) {
      nodes.splice(nodes.indexOf(node), 1)
    },
    thaw: (node: Meters) => void nodes.push(node),
    call,
    /** Goes on for that long, a second at a time; only these sides are heard. */
    async pass(
      ms: number,
      { beat }: Pick<Awaited<ReturnType<typeof call>>, 'beat'>,
      heard: readonly Side[] = sides,
    ) {
      for (const until = nowMs + ms; nowMs < until;) {
        nowMs = Math.min(nowMs + 1_000, until)
        await Promise.all(nodes.map((node) => node.look()))
        if (nowMs % 2_000 === 0) for (const side of heard) beat(side)
      }
    },
    /** Advances the clock by a second and ticks every node once. Resolves when their statements have ended. */
    lookOnce() {
      nowMs += 1_000
      return Promise.all(nodes.map((node) => node.look()))
    },
    close: () => Promise.all(nodes.splice(0).map((node) => node.close())),
  }
}
