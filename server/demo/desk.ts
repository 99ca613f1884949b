import type { Logger } from 'pino'
import type { AccountId } from '#kernel/ids.ts'
import type { ClientMessage, ServerMessage, TopicState } from '#live/protocol.ts'
import type { Call } from '#server/demo/call.ts'

/** Long enough to be heard as ringing. */
const answerAfterMs = 3_000

type Rings = TopicState<`rings:${string}`>

export type Desk = ReturnType<typeof createDesk>

/** What one demo expert does at the live socket, whichever socket that is: takes each call that rings, after a moment. */
export function createDesk(id: AccountId, log: Pick<Logger, 'warn'>) {
  let say: ((message: ClientMessage) => void) | undefined
  let call: Call | undefined
  let answering: { session: string; timer: NodeJS.Timeout } | undefined
  let lastSession: string | undefined

  return {
    /** A socket is there, or has gone. */
    connect(saying: typeof say): void {
      say = saying
      stopRinging()
      say?.({ type: 'watch', topic: `rings:${id}` })
      if (say) call?.join()
    },
    receive(message: ServerMessage): void {
      if (message.type === 'state' && message.topic === `rings:${id}`) look(message.data as Rings)
      else if ('session' in message && message.session === call?.session) call?.receive(message)
    },
  }

  function look({ ring, open }: Rings): void {
    if (answering && ring?.sessionId !== answering.session) stopRinging()
    if (ring && !answering && !call) {
      const session = ring.sessionId
      answering = { session, timer: setTimeout(() => void take(session, { accept: true }), answerAfterMs) }
    }
    // A process before this one was in the middle of it.
    if (!ring && open && !call && open.sessionId !== lastSession) void take(open.sessionId)
  }

  function stopRinging(): void {
    clearTimeout(answering?.timer)
    answering = undefined
  }

  async function take(session: string, options: { accept?: true } = {}): Promise<void> {
    lastSession = session
    // What speaks WebRTC is large, and most who start the product call nobody.
    const { createCall } = await import('#server/demo/call.ts')
    answering = undefined
    call = createCall({
      session,
      say: (message) => say?.(message),
      onOver: () => {
        call = undefined
      },
      log,
    })
    call.join(options)
  }
}
