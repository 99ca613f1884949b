import { statuses } from '#app/features/experts/status-in-page.ts'
import type { ServerMessage } from '#live/protocol.ts'

/**
 * The few messages that a page without React needs, checked by hand: the schemas of the protocol are three times as much code as
 * everything else that such a page runs.
 */
export function readStatusMessage(text: string): ServerMessage | undefined {
  const message = parse(text)
  if (!isRecord(message)) return undefined
  const { type, topic, data } = message
  const isGreeting = type === 'hello' || type === 'pong'
  const isStatus =
    type === 'state' &&
    typeof topic === 'string' &&
    topic.startsWith('expert:') &&
    isRecord(data) &&
    statuses.some((status) => status === data.status)
  return isGreeting || isStatus ? (message as ServerMessage) : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
