import type { Logger } from 'pino'
import type { Call } from '#demo/answering/call.ts'
import { createWords, type Words } from '#demo/answering/chat-messages.ts'
import { type Booked, createComing } from '#demo/answering/coming.ts'
import type { Door } from '#demo/answering/door.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import type { AccountId } from '#kernel/ids.ts'
import { type ClientMessage, kindOf, type ServerMessage, type TopicState } from '#live/protocol.ts'

/** Long enough to be heard as ringing. */
const answerAfterMs = 3_000

type Rings = TopicState<`rings:${string}`>

type Sitting = { id: AccountId; category: CategoryId; log: Pick<Logger, 'warn'> }
/** What a sign-in gives. */
type Connection = {
  say(message: ClientMessage): void
  door: Door
  listBooked(): Promise<Booked[]>
}

export type Desk = ReturnType<typeof createDesk>

/**
 * What one demo expert does at the live socket, whichever socket that is: takes each call that rings, after a moment, comes to what is
 * booked, and writes.
 */
export function createDesk({ id, category, log }: Sitting) {
  let connection: Connection | undefined
  const words = new Map<string, Words>()
  let call: Call | undefined
  let answering: { session: string; timer: NodeJS.Timeout } | undefined
  let lastSession: string | undefined
  const coming = createComing({
    list: async () => (await connection?.listBooked()) ?? [],
    door: () => connection?.door,
    log,
  })

  return {
    /** A socket is there, or has gone. */
    connect(arrived: Connection | undefined): void {
      connection = arrived
      stopRinging()
      if (!connection) return coming.stop()
      say({ type: 'watch', topic: `rings:${id}` })
      call?.join()
      for (const written of words.values()) written.watch()
    },
    receive(message: ServerMessage): void {
      if (message.type === 'joined') words.get(message.session)?.greet()
      if (message.type === 'state' && message.topic === `rings:${id}`) look(message.data as Rings)
      else if (message.type === 'state') words.get(kindOf(message.topic).id)?.receive(message)
      else if ('session' in message && message.session === call?.session) call?.receive(message)
    },
  }

  function look({ ring, open }: Rings): void {
    coming.look()
    if (answering && ring?.sessionId !== answering.session) stopRinging()
    if (ring && !answering && !call) {
      const session = ring.sessionId
      answering = { session, timer: setTimeout(() => void take(session, { accept: true }), answerAfterMs) }
    }
    // What was booked has begun, or a process before this one was in the middle of it.
    if (!ring && open && !call && open.sessionId !== lastSession) void take(open.sessionId)
  }

  function stopRinging(): void {
    clearTimeout(answering?.timer)
    answering = undefined
  }

  async function take(session: string, options: { accept?: true } = {}): Promise<void> {
    lastSession = session
    // What speaks WebRTC is large, and most who start the product call nobody.
    const { createCall } = await import('#demo/answering/call.ts')
    answering = undefined
    call = createCall({
      session,
      say,
      onOver: () => {
        call = undefined
      },
      log,
    })
    call.join(options)
    const written = createWords({
      session,
      category,
      say,
      door: () => connection?.door,
      onDone: () => void words.delete(session),
      log,
    })
    words.set(session, written)
    written.watch()
  }

  function say(message: ClientMessage): void {
    connection?.say(message)
  }
}
