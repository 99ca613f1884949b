import { type Memory, tabMemory } from '#app/base/browser-memory.ts'
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

type Place = { sessionId: string; memory?: Memory }

export type Chat = ReturnType<typeof createChat>

/**
 * One tab's part in the chat of a session. The live topic says how many messages there are, and what is missing here is asked
 * for; so nothing is missed by whoever was away. What is not sent yet outlives a reload.
 */
export function createChat({ sessionId, memory = tabMemory }: Place) {
  const address = `/sessions/${sessionId}/messages`
  const key = `samjhao:chat:${sessionId}`
  let view: ChatView = { messages: [], unsent: [], seen: 0, ...recall() }
  /** So many the server has; and here there is none missing up to this number. */
  let last = 0
  let knownTo = 0
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
      const leave = live.watch(`chat:${sessionId}`, hear)
      return () => {
        connections -= 1
        leave()
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
    look(): void {
      if (view.seen < knownTo) change({ seen: knownTo })
    },
    /** The call is over: what this tab kept for itself is not needed any more. */
    forget: () => memory.removeItem(key),
  }

  function hear(state: { last: number }): void {
    last = Math.max(last, state.last)
    void read()
    // Whoever hears this has a way to the server again.
    change({ unsent: view.unsent.map((one) => (one.state === 'lost' ? { ...one, state: 'sending' } : one)) })
    void sendAll()
  }

  function change(changes: Partial<ChatView>): void {
    view = { ...view, ...changes }
    memory.setItem(key, JSON.stringify({ seen: view.seen, unsent: view.unsent }))
    listeners.forEach((listener) => listener())
  }

  function recall(): Partial<ChatView> {
    return JSON.parse(memory.getItem(key) ?? '{}') as Partial<ChatView>
  }

  async function read(): Promise<void> {
    if (isReading) return
    isReading = true
    while (knownTo < last && isConnected()) {
      const heard = await ask<{ messages: SessionMessage[] }>(`${address}?after=${knownTo}`)
      if (heard === 'lost') await new Promise((resolve) => setTimeout(resolve, readAgainAfterMs))
      else if ('refusal' in heard) break
      else {
        knownTo = heard.messages.at(-1)?.number ?? last
        put(heard.messages)
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
    const heard = await ask<{ message: SessionMessage }>(address, { id, text })
    if (heard === 'lost') return mark(id, { state: 'lost' })
    if ('refusal' in heard) return mark(id, { state: 'refused', refusal: heard.refusal.text })
    put([heard.message])
    // The other one may have written a moment before.
    last = Math.max(last, heard.message.number)
    void read()
  }

  function mark(id: string, how: Pick<Unsent, 'state' | 'refusal'>): void {
    change({ unsent: view.unsent.map((one) => (one.id === id ? { id, text: one.text, ...how } : one)) })
  }

  /** Each once, whichever way it came. */
  function put(heard: SessionMessage[]): void {
    const known = new Map(view.messages.map((message) => [message.number, message]))
    for (const message of heard) known.set(message.number, { ...message, saidAt: new Date(message.saidAt) })
    const ids = new Set(heard.map(({ id }) => id))
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

async function ask<Answer>(address: string, body?: object): Promise<Answer | Refused | 'lost'> {
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
