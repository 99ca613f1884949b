import { type SafeStorage, safeSessionStorage } from '#app/base/browser-memory.ts'
import type { SessionMessage } from '#domain/sessions/contract.ts'
import { otherSide, type Side } from '#domain/sessions/states.ts'
import type { LiveClient } from '#live/client.ts'

const answerTimeoutMs = 10_000
const readRetryMs = 2_000

/** A message that the server has not confirmed. */
export type Unsent = {
  /** Stays the same for every retry. */
  id: string
  text: string
  state: 'sending' | 'lost' | 'refused'
  /** The reason that the server gave. */
  refusal?: string
}

export type ChatView = {
  messages: SessionMessage[]
  unsent: Unsent[]
  /** Messages up to this number have been shown. */
  seen: number
}

type ChatOptions = { sessionId: string; storage?: SafeStorage }

export type Chat = ReturnType<typeof createChat>

/**
 * The chat of a session in one tab. The live topic gives the number of messages, and the tab fetches the missing
 * ones, so none is lost after a disconnect. Unsent messages survive a reload.
 */
export function createChat({ sessionId, storage = safeSessionStorage }: ChatOptions) {
  const url = `/sessions/${sessionId}/messages`
  const key = `samjhao:chat:${sessionId}`
  let view: ChatView = { messages: [], unsent: [], seen: 0, ...restore() }
  /** The number of the newest message on the server, and of the newest message that this tab has fetched. */
  let lastOnServer = 0
  let knownUpTo = 0
  let isReading = false
  let isSending = false
  let connections = 0
  let isCleared = false
  const isConnected = () => connections > 0
  const listeners = new Set<() => void>()

  return {
    view: () => view,
    /** Disconnects when the returned function is called. */
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
    markSeen(): void {
      if (view.seen < knownUpTo) change({ seen: knownUpTo })
    },
    /** The session is over: removes the stored state of this tab, and stores nothing more. */
    clear(): void {
      isCleared = true
      storage.removeItem(key)
    },
  }

  function onChatState(state: { last: number }): void {
    lastOnServer = Math.max(lastOnServer, state.last)
    void read()
    // A chat state means that the server can be reached again, so lost messages are retried.
    change({ unsent: view.unsent.map((item) => (item.state === 'lost' ? { ...item, state: 'sending' } : item)) })
    void sendAll()
  }

  function change(changes: Partial<ChatView>): void {
    view = { ...view, ...changes }
    if (!isCleared) storage.setItem(key, JSON.stringify({ seen: view.seen, unsent: view.unsent }))
    listeners.forEach((listener) => listener())
  }

  /** Reads the stored state. Ignores invalid data, for example from another version of the page. */
  function restore(): Partial<ChatView> {
    try {
      const { seen, unsent } = Object(JSON.parse(storage.getItem(key) ?? '{}')) as Record<string, unknown>
      return {
        ...(Number.isInteger(seen) && { seen: seen as number }),
        ...(Array.isArray(unsent) && { unsent: unsent.filter(isUnsent) }),
      }
    } catch {
      return {}
    }
  }

  async function read(): Promise<void> {
    if (isReading) return
    isReading = true
    while (knownUpTo < lastOnServer && isConnected()) {
      const answer = await fetchJson<{ messages: SessionMessage[] }>(`${url}?after=${knownUpTo}`)
      if (answer === 'lost') await new Promise((resolve) => setTimeout(resolve, readRetryMs))
      else if ('refusal' in answer) break
      else {
        knownUpTo = answer.messages.at(-1)?.number ?? lastOnServer
        mergeMessages(answer.messages)
      }
    }
    isReading = false
  }

  /** Sends one message at a time, to keep their order. */
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
    const answer = await fetchJson<{ message: SessionMessage }>(url, { id, text })
    if (answer === 'lost') return mark(id, { state: 'lost' })
    if ('refusal' in answer) return mark(id, { state: 'refused', refusal: answer.refusal.text })
    mergeMessages([answer.message])
    // The other side may have written just before.
    lastOnServer = Math.max(lastOnServer, answer.message.number)
    void read()
  }

  function mark(id: string, newState: Pick<Unsent, 'state' | 'refusal'>): void {
    change({ unsent: view.unsent.map((item) => (item.id === id ? { id, text: item.text, ...newState } : item)) })
  }

  /** Adds each message once, whether it was fetched or sent here. */
  function mergeMessages(newMessages: SessionMessage[]): void {
    const byNumber = new Map(view.messages.map((message) => [message.number, message]))
    for (const message of newMessages) byNumber.set(message.number, { ...message, saidAt: new Date(message.saidAt) })
    const ids = new Set(newMessages.map(({ id }) => id))
    change({
      messages: [...byNumber.values()].toSorted((left, right) => left.number - right.number),
      unsent: view.unsent.filter(({ id }) => !ids.has(id)),
    })
  }
}

function isUnsent(stored: unknown): stored is Unsent {
  const { id, text, state, refusal } = Object(stored) as Record<string, unknown>
  return (
    typeof id === 'string' &&
    typeof text === 'string' &&
    (state === 'sending' || state === 'lost' || state === 'refused') &&
    (refusal === undefined || typeof refusal === 'string')
  )
}

/** Messages of the other side that were not shown here yet. */
export function listUnread({ messages, seen }: ChatView, side: Side): SessionMessage[] {
  return messages.filter((message) => message.side === otherSide(side) && message.number > seen)
}

type Refused = { refusal: { text: string } }

async function fetchJson<Answer>(url: string, body?: object): Promise<Answer | Refused | 'lost'> {
  const signal = AbortSignal.timeout(answerTimeoutMs)
  const headers = { 'Content-Type': 'application/json' }
  const post = body && { method: 'POST', headers, body: JSON.stringify(body) }
  try {
    const answer = await fetch(url, { ...post, signal })
    return answer.status >= 500 ? 'lost' : ((await answer.json()) as Answer | Refused)
  } catch {
    return 'lost'
  }
}
