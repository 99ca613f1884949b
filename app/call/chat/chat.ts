import { type SafeStorage, safeSessionStorage } from '#app/base/browser-memory.ts'
import type { SessionMessage } from '#domain/sessions/contract.ts'
import { otherSide, type Side } from '#domain/sessions/states.ts'
import type { LiveClient } from '#live/client.ts'

const answerWithinMs = 10_000
const readAgainAfterMs = 2_000

/** A message on its way. */
export type Unsent = {
  /** Under which it is tried, as often as it takes. */
  id: string
  text: string
  state: 'sending' | 'lost' | 'refused'
  /** What the server has against it. */
  refusal?: string
}

export type ChatView = {
  messages: SessionMessage[]
  unsent: Unsent[]
  /** Everything up to this number has been on the screen. */
  seen: number
}

type ChatOptions = { sessionId: string; storage?: SafeStorage }

export type Chat = ReturnType<typeof createChat>

/**
 * One tab's part in the chat of a session. The live topic says how many messages there are, and what is missing here is asked
 * for; so nothing is missed by whoever was away. What is not sent yet outlives a reload.
 */
export function createChat({ sessionId, storage = safeSessionStorage }: ChatOptions) {
  const address = `/sessions/${sessionId}/messages`
  const key = `samjhao:chat:${sessionId}`
  let view: ChatView = { messages: [], unsent: [], seen: 0, ...restore() }
  /** So many the server has; and here there is none missing up to this number. */
  let lastOnServer = 0
  let knownUpTo = 0
  let isReading = false
  let isSending = false
  let connections = 0
  const isConnected = () => connections > 0
  const listeners = new Set<() => void>()

  return {
    view: () => view,
    /** Until the returned function is called. */
    connect(live: Pick<LiveClient, 'watch'>): () => void {
      connections += 1
      const unsubscribe = live.watch(`chat:${sessionId}`, onChatState)
      return () => {
        connections -= 1
        unsubscribe()
      }
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    write(text: string): void {
      change({ unsent: [...view.unsent, { id: crypto.randomUUID(), text, state: 'sending' }] })
      void sendAll()
    },
    tryAgain(id: string): void {
      mark(id, { state: 'sending' })
      void sendAll()
    },
    /** Everything that is here is on the screen. */
    markSeen(): void {
      if (view.seen < knownUpTo) change({ seen: knownUpTo })
    },
    /** The call is over: what this tab kept for itself is not needed any more. */
    clear: () => storage.removeItem(key),
  }

  function onChatState(state: { last: number }): void {
    lastOnServer = Math.max(lastOnServer, state.last)
    void read()
    // Whoever hears this has a way to the server again.
    change({ unsent: view.unsent.map((one) => (one.state === 'lost' ? { ...one, state: 'sending' } : one)) })
    void sendAll()
  }

  function change(changes: Partial<ChatView>): void {
    view = { ...view, ...changes }
    storage.setItem(key, JSON.stringify({ seen: view.seen, unsent: view.unsent }))
    listeners.forEach((listener) => listener())
  }

  function restore(): Partial<ChatView> {
    return JSON.parse(storage.getItem(key) ?? '{}') as Partial<ChatView>
  }

  async function read(): Promise<void> {
    if (isReading) return
    isReading = true
    while (knownUpTo < lastOnServer && isConnected()) {
      const answer = await fetchJson<{ messages: SessionMessage[] }>(`${address}?after=${knownUpTo}`)
      if (answer === 'lost') await new Promise((resolve) => setTimeout(resolve, readAgainAfterMs))
      else if ('refusal' in answer) break
      else {
        knownUpTo = answer.messages.at(-1)?.number ?? lastOnServer
        mergeMessages(answer.messages)
      }
    }
    isReading = false
  }

  /** One after the other, so that they stand in the order in which they were written. */
  async function sendAll(): Promise<void> {
    if (isSending) return
    isSending = true
    for (let next = firstToSend(); next && isConnected(); next = firstToSend()) await send(next)
    isSending = false
  }

  function firstToSend(): Unsent | undefined {
    return view.unsent.find(({ state }) => state === 'sending')
  }

  async function send({ id, text }: Unsent): Promise<void> {
    const answer = await fetchJson<{ message: SessionMessage }>(address, { id, text })
    if (answer === 'lost') return mark(id, { state: 'lost' })
    if ('refusal' in answer) return mark(id, { state: 'refused', refusal: answer.refusal.text })
    mergeMessages([answer.message])
    // The other one may have written a moment before.
    lastOnServer = Math.max(lastOnServer, answer.message.number)
    void read()
  }

  function mark(id: string, how: Pick<Unsent, 'state' | 'refusal'>): void {
    change({ unsent: view.unsent.map((one) => (one.id === id ? { id, text: one.text, ...how } : one)) })
  }

  /** Each once, whichever way it came. */
  function mergeMessages(arrived: SessionMessage[]): void {
    const known = new Map(view.messages.map((message) => [message.number, message]))
    for (const message of arrived) known.set(message.number, { ...message, saidAt: new Date(message.saidAt) })
    const ids = new Set(arrived.map(({ id }) => id))
    change({
      messages: [...known.values()].toSorted((one, other) => one.number - other.number),
      unsent: view.unsent.filter(({ id }) => !ids.has(id)),
    })
  }
}

/** What the other one wrote and nobody has looked at here. */
export function listUnread({ messages, seen }: ChatView, side: Side): SessionMessage[] {
  return messages.filter((message) => message.side === otherSide(side) && message.number > seen)
}

type Refused = { refusal: { text: string } }

async function fetchJson<Answer>(address: string, body?: object): Promise<Answer | Refused | 'lost'> {
  const signal = AbortSignal.timeout(answerWithinMs)
  const headers = { 'Content-Type': 'application/json' }
  const post = body && { method: 'POST', headers, body: JSON.stringify(body) }
  try {
    const answer = await fetch(address, { ...post, signal })
    return answer.status >= 500 ? 'lost' : ((await answer.json()) as Answer | Refused)
  } catch {
    return 'lost'
  }
}
