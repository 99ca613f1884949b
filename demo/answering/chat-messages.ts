import type { Logger } from 'pino'
import type { Door } from '#demo/answering/door.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { isOpen } from '#domain/sessions/states.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import { feedbackChips } from '#kernel/feedback-chips.ts'
import type { ClientMessage, StateMessage, TopicState } from '#live/protocol.ts'

/** As long as somebody needs who picks quickly. */
const feedbackAfterMs = 4_000

const greeting =
  'Hello! I am a demo expert: what you see and hear is a recording. Everything else is as in a real session, this chat and the bill too.'
const answer =
  'Thank you for your message. A real expert would answer it now; I am a demo and cannot read it. It stays with this session, where you find it after the call.'
const note =
  'I am a demo expert and have not really listened: these are examples of what an expert can tell you after a session.'

type Options = {
  session: string
  category: CategoryId
  say(message: ClientMessage): void
  /** The one of the current sign-in. */
  door(): Door | undefined
  onDone(): void
  log: Pick<Logger, 'warn'>
}

export type Words = ReturnType<typeof createWords>

/** What a demo expert writes in one session: a line on coming in, one answer, and feedback after the bill. */
export function createWords({ session, category, say, door, onDone, log }: Options) {
  const topics = [`chat:${session}`, `session:${session}`] as const
  let isAnswered = false

  return {
    /** Over this socket, the first or a later one. */
    watch(): void {
      for (const topic of topics) say({ type: 'watch', topic })
    },
    greet: () =>
      attempt((open) => open.writeMessage(session, { id: derivedId(session, 'greeting'), text: greeting })),
    receive({ topic, data }: StateMessage): void {
      if (topic === topics[0]) attempt(answerOnce)
      if (topic === topics[1]) look(data as TopicState<`session:${string}`>)
    },
  }

  async function answerOnce(open: Door): Promise<void> {
    if (isAnswered) return
    const messages = await open.listMessages(session)
    if (!messages.some(({ side }) => side === 'student')) return
    await open.writeMessage(session, { id: derivedId(session, 'answer'), text: answer })
    isAnswered = true
  }

  function look({ state, chargedPaise }: TopicState<`session:${string}`>): void {
    if (isOpen(state)) return
    for (const topic of topics) say({ type: 'unwatch', topic })
    onDone()
    if (chargedPaise) setTimeout(() => attempt(leaveFeedback), feedbackAfterMs)
  }

  function leaveFeedback(open: Door): Promise<void> {
    const { strengths, improvements } = feedbackChips[category]
    const fields = new URLSearchParams({ act: 'feedback', note })
    for (const chip of strengths.slice(0, 2)) fields.append('strengths', chip)
    for (const chip of improvements.slice(0, 1)) fields.append('improvements', chip)
    return open.giveFeedback(session, fields)
  }

  function attempt(work: (open: Door) => Promise<void>): void {
    const open = door()
    if (open) work(open).catch((err) => log.warn({ err, session }, 'a demo expert could not write'))
  }
}
