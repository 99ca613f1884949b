import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { readMessage } from '#live/protocol.ts'
import type { Bus } from '#platform/bus/port.ts'

/** The bus carries a few kilobytes per message. Base64 needs no escapes in JSON, so a piece never grows. */
const pieceLength = 7_000
/** Incomplete messages are dropped when this many newer ones have begun. */
const unfinishedMax = 20

const count = z.number().check(z.int(), z.nonnegative())
const piece = z.object({ id: z.string(), at: count, of: count, text: z.string() })

/** Publishes a payload of any length in pieces. */
export async function publishLarge(bus: Bus, topic: string, payload: string): Promise<void> {
  const text = Buffer.from(payload).toString('base64')
  const id = randomUUID()
  const of = Math.ceil(text.length / pieceLength)
  for (let at = 0; at < of; at += 1) {
    const part = text.slice(at * pieceLength, (at + 1) * pieceLength)
    await bus.publish(topic, JSON.stringify({ id, at, of, text: part }))
  }
}

/** Receives payloads of `publishLarge` as a whole, in whatever order the pieces arrive. */
export function subscribeLarge(bus: Bus, topic: string, listener: (payload: string) => void): () => void {
  const unfinished = new Map<string, string[]>()
  return bus.subscribe(topic, (payload) => {
    const part = readMessage(piece, payload)
    if (!part) return
    const { id, at, of, text } = part
    const parts = unfinished.get(id) ?? []
    parts[at] = text
    unfinished.set(id, parts)
    const [oldest] = unfinished.keys()
    if (unfinished.size > unfinishedMax && oldest !== undefined) unfinished.delete(oldest)
    if (parts.filter((each) => each !== undefined).length < of) return
    unfinished.delete(id)
    listener(Buffer.from(parts.join(''), 'base64').toString())
  })
}
