import type { Logger } from 'pino'
import type { BoardAgent } from '#demo/answering/board-answer.ts'
import type { Call } from '#demo/answering/call.ts'
import { createChatAgent, type ChatAgent } from '#demo/answering/chat-messages.ts'
import { type Booked, createBookingAttendance } from '#demo/answering/booking-attendance.ts'
import type { DemoHttpClient } from '#demo/answering/http-client.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import type { AccountId } from '#kernel/ids.ts'
import { type ClientMessage, parseTopic, type ServerMessage, type TopicState } from '#live/protocol.ts'

/** Long enough for the student to hear the ringing. */
const answerAfterMs = 3_000

type AccountActivity = TopicState<`rings:${string}`>

type AgentOptions = { id: AccountId; category: CategoryId; log: Pick<Logger, 'warn'> }
type Connection = {
  send(message: ClientMessage): void
  http: DemoHttpClient
  listBooked(): Promise<Booked[]>
}

export type ExpertAgent = ReturnType<typeof createExpertAgent>

/**
 * Runs one demo expert across reconnects: accepts each ring after a delay, joins bookings and writes chat messages.
 */
export function createExpertAgent({ id, category, log }: AgentOptions) {
  let connection: Connection | undefined
  const chatAgents = new Map<string, ChatAgent>()
  const boardAgents = new Map<string, BoardAgent>()
  let call: Call | undefined
  let answering: { session: string; timer: NodeJS.Timeout } | undefined
  let lastSession: string | undefined
  const attendance = createBookingAttendance({
    list: async () => (await connection?.listBooked()) ?? [],
    http: () => connection?.http,
    log,
  })

  return {
    /** Call this when a socket has opened, or with undefined when it has closed. */
    connect(newConnection: Connection | undefined): void {
      connection = newConnection
      cancelAnswer()
      if (!connection) return attendance.stop()
      send({ type: 'watch', topic: `rings:${id}` })
      call?.join()
      for (const agent of [...chatAgents.values(), ...boardAgents.values()]) agent.watch()
    },
    receive(message: ServerMessage): void {
      if (message.type === 'joined') chatAgents.get(message.session)?.greet()
      // Another expert accepted the same question first.
      if (message.type === 'refused' && message.what === 'join') {
        chatAgents.delete(message.session ?? '')
        boardAgents.delete(message.session ?? '')
      }
      if (message.type === 'state' && message.topic === `rings:${id}`) onActivity(message.data as AccountActivity)
      else if (message.type === 'state') {
        const { id: about } = parseTopic(message.topic)
        for (const agent of [chatAgents.get(about), boardAgents.get(about)]) agent?.receive(message)
      } else if ('session' in message && message.session === call?.session) call?.receive(message)
    },
  }

  function onActivity({ ring, open }: AccountActivity): void {
    attendance.check()
    if (answering && ring?.sessionId !== answering.session) cancelAnswer()
    if (ring && !answering && !call) {
      const session = ring.sessionId
      answering = {
        session,
        timer: setTimeout(() => void joinCall(session, { accept: true }), answerAfterMs),
      }
    }
    // A booked session has begun, or an earlier process was in this call.
    if (!ring && open && !call && open.sessionId !== lastSession) void joinCall(open.sessionId)
  }

  function cancelAnswer(): void {
    clearTimeout(answering?.timer)
    answering = undefined
  }

  async function joinCall(session: string, options: { accept?: true } = {}): Promise<void> {
    lastSession = session
    // The WebRTC library is large, and most demo runs have no call, so load it on demand.
    const [{ createCall }, { createBoardAgent }] = await Promise.all([
      import('#demo/answering/call.ts'),
      import('#demo/answering/board-answer.ts'),
    ])
    answering = undefined
    call = createCall({ session, send, onEnd: () => void (call = undefined), log })
    call.join(options)
    const chatAgent = createChatAgent({
      session,
      category,
      send,
      http: () => connection?.http,
      onDone: () => {
        chatAgents.delete(session)
        boardAgents.get(session)?.close()
        boardAgents.delete(session)
      },
      log,
    })
    chatAgents.set(session, chatAgent)
    chatAgent.watch()
    const boardAgent = createBoardAgent({ session, send, http: () => connection?.http, log })
    boardAgents.set(session, boardAgent)
    boardAgent.watch()
  }

  function send(message: ClientMessage): void {
    connection?.send(message)
  }
}
