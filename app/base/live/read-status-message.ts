import type { ExpertStatus } from '#domain/discovery/contract.ts'
import type { ServerMessage } from '#live/protocol.ts'

const statuses: ExpertStatus[] = ['online', 'busy', 'offline']

/** Validates by hand the few messages that a visitor needs: the protocol schemas are ten times as much code. */
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
