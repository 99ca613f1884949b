import type { Logger } from 'pino'
import type { DemoHttpClient } from '#demo/answering/http-client.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { isOpen } from '#domain/sessions/states.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import { feedbackChips } from '#kernel/feedback-chips.ts'
import type { ClientMessage, StateMessage, TopicState } from '#live/protocol.ts'

/** About as long as a quick expert needs to pick feedback. */
const feedbackAfterMs = 4_000

const greeting =
  'Hello! I am a demo expert: what you see and hear is a recording. Everything else works as in a real session, including this chat and the bill.'
const answer =
  'Thank you for your message. A real expert would answer it now; I am a demo and cannot read it. You can read this chat again on the page of the session after the call.'
const note =
  'I am a demo expert and have not really listened: these are examples of what an expert can tell you after a session.'

type Options = {
  session: string
  category: CategoryId
  send(message: ClientMessage): void
  /** Returns the client of the current sign-in. */
  http(): DemoHttpClient | undefined
  onDone(): void
  log: Pick<Logger, 'warn'>
}

export type ChatAgent = ReturnType<typeof createChatAgent>

/** Writes a greeting, one answer, and feedback after a billed session. */
export function createChatAgent({ session, category, send, http, onDone, log }: Options) {
  const topics = [`chat:${session}`, `session:${session}`] as const
  let isAnswered = false

  return {
    /** Subscribes again on every new socket. */
    watch(): void {
      for (const topic of topics) send({ type: 'watch', topic })
    },
    greet: () =>
      attempt((client) => client.writeMessage(session, { id: derivedId(session, 'greeting'), text: greeting })),
    receive({ topic, data }: StateMessage): void {
      if (topic === topics[0]) attempt(answerOnce)
      if (topic === topics[1]) onSessionState(data as TopicState<`session:${string}`>)
    },
  }

  async function answerOnce(client: DemoHttpClient): Promise<void> {
    if (isAnswered) return
    const messages = await client.listMessages(session)
    if (!messages.some(({ side }) => side === 'student')) return
    await client.writeMessage(session, { id: derivedId(session, 'answer'), text: answer })
    isAnswered = true
  }

  function onSessionState({ state, chargedPaise }: TopicState<`session:${string}`>): void {
    if (isOpen(state)) return
    for (const topic of topics) send({ type: 'unwatch', topic })
    onDone()
    if (chargedPaise) setTimeout(() => attempt(leaveFeedback), feedbackAfterMs)
  }

  function leaveFeedback(client: DemoHttpClient): Promise<void> {
    const { strengths, improvements } = feedbackChips[category]
    const fields = new URLSearchParams({ act: 'feedback', note })
    for (const chip of strengths.slice(0, 2)) fields.append('strengths', chip)
    for (const chip of improvements.slice(0, 1)) fields.append('improvements', chip)
    return client.giveFeedback(session, fields)
  }

  function attempt(work: (client: DemoHttpClient) => Promise<void>): void {
    const client = http()
    if (client) work(client).catch((err) => log.warn({ err, session }, 'demo expert could not send'))
  }
}
