import { randomUUID } from 'node:crypto'
import type { Person } from '#domain/policy.ts'
import { joinSession } from '#domain/sessions/join-session.server.ts'
import type { MeterEvent } from '#domain/sessions/meter.ts'
import type { CallContext } from '#domain/sessions/transition-session.server.ts'
import { type Side, sides } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import type { MeterUpdate } from '#live/meter-updates.server.ts'
import { createMeters, type Meters } from '#live/meters.server.ts'
import type { Bus } from '#platform/bus/port.ts'
import type { NodeLock } from '#platform/db/node-lock.ts'
import type { createCast } from '#tests/sessions.ts'

type Cast = ReturnType<typeof createCast>

/** Creates metering nodes with a clock that the test moves, and calls between people. */
export function createMeterFixture(cast: Cast, bus: Bus) {
  let nowMs = 0
  const nodes: Meters[] = []
  const events: MeterEvent[] = []
  const updates: (MeterUpdate & { to: readonly Side[] })[] = []
  const errors: unknown[] = []

  function startNode(system: CallContext = cast.system(), lock?: NodeLock): Meters {
    // Published events reach the other nodes, as in the product.
    const publish: CallContext['publish'] = (topic, message) => void bus.publish(topic, JSON.stringify(message))
    const node = createMeters({
      system: Object.defineProperty(system, 'publish', { value: publish, enumerable: true }),
      nodeId: lock?.nodeId ?? randomUUID(),
      lock,
      bus,
      send: (_id, to, update) => void updates.push({ ...update, to }),
      log: { error: (details: unknown) => void errors.push(details) },
      onEvent: (event) => void events.push(event),
      nowMs: () => nowMs,
      ticksByItself: false,
    })
    nodes.push(node)
    return node
  }

  /** Starts a call between two people, each with a socket at one of the nodes. */
  async function call({ student, expert, id }: { student: Person; expert: Person; id: SessionId }) {
    const people = { student, expert }
    const beats = {
      student: { epoch: 0, sequence: 0, bytes: 0, sent: 0 },
      expert: { epoch: 0, sequence: 0, bytes: 0, sent: 0 },
    }
    const nodeOf: Partial<Record<Side, Meters>> = {}
    return {
      beats,
      nodeOf,
      async join(side: Side, node: Meters) {
        const { epoch } = await joinSession(cast.ctxAs(people[side]), { id })
        beats[side] = { epoch, sequence: 0, bytes: 0, sent: 0 }
        nodeOf[side] = node
        await node.ensureMetered(id)
      },
      beat(side: Side) {
        beats[side].sequence += 1
        beats[side].bytes += 1_000
        beats[side].sent += 1_000
        return nodeOf[side]?.receive(id, side, beats[side])
      },
    }
  }

  return {
    updates,
    /** The events of all meters. */
    events,
    errors,
    nowMs: () => nowMs,
    startNode,
    /** Kills the node: it sends nothing more, and its leases expire. */
    kill(node: Meters) {
      nodes.splice(nodes.indexOf(node), 1)
    },
    /** Pauses the node without notifying it. */
    suspend(node: Meters) {
      nodes.splice(nodes.indexOf(node), 1)
    },
    resume: (node: Meters) => void nodes.push(node),
    call,
    /** Advances the call second by second. Only the given sides send heartbeats. */
    async advance(
      ms: number,
      { beat }: Pick<Awaited<ReturnType<typeof call>>, 'beat'>,
      beatingSides: readonly Side[] = sides,
    ) {
      for (const until = nowMs + ms; nowMs < until;) {
        nowMs = Math.min(nowMs + 1_000, until)
        await Promise.all(nodes.map((node) => node.tick()))
        if (nowMs % 2_000 === 0) for (const side of beatingSides) beat(side)
      }
    },
    /** Advances the clock by a second and ticks every node once. Resolves when their statements have ended. */
    tickOnce() {
      nowMs += 1_000
      return Promise.all(nodes.map((node) => node.tick()))
    },
    close: () => Promise.all(nodes.splice(0).map((node) => node.close())),
  }
}
