import type { Logger } from 'pino'
import type { Call } from '#demo/answering/call.ts'
import { createChatAgent, type ChatAgent } from '#demo/answering/chat-messages.ts'
import { type Booked, createBookingAttendance } from '#demo/answering/booking-attendance.ts'
import type { DemoHttpClient } from '#demo/answering/http-client.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import type { AccountId } from '#kernel/ids.ts'
import { type ClientMessage, parseTopic, type ServerMessage, type TopicState } from '#live/protocol.ts'

/** Long enough to be heard as ringing. */
const answerAfterMs = 3_000

type AccountActivity = TopicState<`rings:${string}`>

type AgentOptions = { id: AccountId; category: CategoryId; log: Pick<Logger, 'warn'> }
/** What a sign-in gives. */
type Connection = {
  send(message: ClientMessage): void
  http: DemoHttpClient
  listBooked(): Promise<Booked[]>
}

export type ExpertAgent = ReturnType<typeof createExpertAgent>

/**
 * What one demo expert does at the live socket, whichever socket that is: takes each call that rings, after a moment, comes to what is
 * booked, and writes.
 */
export function createExpertAgent({ id, category, log }: AgentOptions) {
  let connection: Connection | undefined
  const chatAgents = new Map<string, ChatAgent>()
  let call: Call | undefined
  let answering: { session: string; timer: NodeJS.Timeout } | undefined
  let lastSession: string | undefined
  const attendance = createBookingAttendance({
    list: async () => (await connection?.listBooked()) ?? [],
    http: () => connection?.http,
    log,
  })

  return {
    /** A socket is there, or has gone. */
    connect(newConnection: Connection | undefined): void {
      connection = newConnection
      stopRinging()
      if (!connection) return attendance.stop()
      send({ type: 'watch', topic: `rings:${id}` })
      call?.join()
      for (const chatAgent of chatAgents.values()) chatAgent.watch()
    },
    receive(message: ServerMessage): void {
      if (message.type === 'joined') chatAgents.get(message.session)?.greet()
      if (message.type === 'state' && message.topic === `rings:${id}`)
        onActivity(message.data as AccountActivity)
      else if (message.type === 'state') chatAgents.get(parseTopic(message.topic).id)?.receive(message)
      else if ('session' in message && message.session === call?.session) call?.receive(message)
    },
  }

  function onActivity({ ring, open }: AccountActivity): void {
    attendance.check()
    if (answering && ring?.sessionId !== answering.session) stopRinging()
    if (ring && !answering && !call) {
      const session = ring.sessionId
      answering = {
        session,
        timer: setTimeout(() => void joinCall(session, { accept: true }), answerAfterMs),
      }
    }
    // What was booked has begun, or a process before this one was in the middle of it.
    if (!ring && open && !call && open.sessionId !== lastSession) void joinCall(open.sessionId)
  }

  function stopRinging(): void {
    clearTimeout(answering?.timer)
    answering = undefined
  }

  async function joinCall(session: string, options: { accept?: true } = {}): Promise<void> {
    lastSession = session
    // What speaks WebRTC is large, and most who start the product call nobody.
    const { createCall } = await import('#demo/answering/call.ts')
    answering = undefined
    call = createCall({
      session,
      send,
      onEnd: () => {
        call = undefined
      },
      log,
    })
    call.join(options)
    const chatAgent = createChatAgent({
      session,
      category,
      send,
      http: () => connection?.http,
      onDone: () => void chatAgents.delete(session),
      log,
    })
    chatAgents.set(session, chatAgent)
    chatAgent.watch()
  }

  function send(message: ClientMessage): void {
    connection?.send(message)
  }
}
