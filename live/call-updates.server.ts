import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { sides } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import { publishLarge, subscribeLarge } from '#live/large-messages.server.ts'
import { readMessage, serverMessage } from '#live/protocol.ts'
import type { Bus } from '#platform/bus/port.ts'

const side = z.enum(sides)
const epoch = z.number()
/** A side has joined here, a side is already connected here, or a message for sides on other nodes. */
const callUpdate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('arrived'), side, epoch }),
  z.object({ kind: z.literal('here'), side, epoch }),
  z.object({ kind: z.literal('message'), to: z.array(side), message: serverMessage }),
])
export type CallUpdate = z.infer<typeof callUpdate>
const nodeEnvelope = z.object({ from: z.string(), news: callUpdate })

type Options = { nodeId: string; bus: Bus; log: Pick<Logger, 'error'> }

export type CallUpdates = ReturnType<typeof createCallUpdates>

/** Updates about calls between nodes. */
export function createCallUpdates({ nodeId, bus, log }: Options) {
  return {
    /** Waits for `after`, so that the updates of one call stay in order. */
    publish(sessionId: SessionId, update: CallUpdate, after = Promise.resolve()): Promise<void> {
      const payload = JSON.stringify({ from: nodeId, news: update })
      return after
        .then(() => publishLarge(bus, `legs:${sessionId}`, payload))
        .catch((err) => log.error({ err, session: sessionId }, 'publishing a call update failed'))
    },
    /** Receives the updates of other nodes. */
    subscribe(sessionId: SessionId, listener: (update: CallUpdate) => void): () => void {
      return subscribeLarge(bus, `legs:${sessionId}`, (payload) => {
        const envelope = readMessage(nodeEnvelope, payload)
        if (envelope && envelope.from !== nodeId) listener(envelope.news)
      })
    },
  }
}
