import type { Logger } from 'pino'
import type { RawData } from 'ws'
import { type Actor, type Person, policies } from '#domain/policy.ts'
import type { RequestId, SessionId } from '#kernel/ids.ts'
import { type RefusalCode, refusals } from '#kernel/refusals.ts'
import { socketMessageMaxBytes } from '#kernel/socket-limits.ts'
import type { Calls } from '#live/calls.server.ts'
import { closeCodes } from '#live/close-codes.ts'
import type { Connection } from '#live/connection.server.ts'
import { type MessagePolicy, messagePolicies, topicPolicies } from '#live/policy.server.ts'
import * as protocol from '#live/protocol.ts'
import type { createTopicFeed } from '#live/topic-feed.server.ts'

type Options = {
  feed: Pick<ReturnType<typeof createTopicFeed>, 'watch' | 'unwatch'>
  calls: Pick<Calls, 'receive' | 'logRefused'>
  isParticipant(person: Person, sessionId: SessionId): Promise<boolean>
  isOwnBoard(person: Person, id: string): Promise<boolean>
  isOwnRequest(person: Person, requestId: RequestId): Promise<boolean>
  log: Pick<Logger, 'error'>
}

/** Returns a function that checks each message of a browser and passes it to its handler. */
export function createMessageReceiver({ feed, calls, isParticipant, isOwnBoard, isOwnRequest, log }: Options) {
  return receive

  function receive(connection: Connection, raw: RawData, isBinary: boolean): void {
    // Only participants of a call may send long messages, so long messages of others are not parsed.
    const isLong = byteLength(raw) > socketMessageMaxBytes
    const isReadable = !isBinary && (!isLong || connection.callJoin !== undefined)
    const message = isReadable ? protocol.readMessage(protocol.clientMessage, String(raw)) : undefined
    if (isLong && message?.type !== 'signal') {
      calls.logRefused(connection, 'too long')
      return connection.close(closeCodes.tooLong, 'too long')
    }
    if (!message) {
      calls.logRefused(connection, 'not understood')
      return connection.close(closeCodes.badMessage, 'not understood')
    }
    const { policy } = messagePolicies[message.type]
    if (!isWithinRate(connection, message, byteLength(raw))) {
      calls.logRefused(connection, 'too fast')
      refuse(connection, message, 'too_fast')
      return connection.close(closeCodes.tooFast, 'too fast')
    }
    if (!policies[policy](toActor(connection))) {
      calls.logRefused(connection, 'not allowed')
      return refuse(connection, message, 'not_allowed')
    }
    if ('session' in message && !mayActIn(connection, message.session)) {
      calls.logRefused(connection, 'terms needed')
      return refuse(connection, message, 'terms_needed')
    }
    if (message.type === 'ping') return connection.send({ type: 'pong' })
    if (message.type === 'watch' || message.type === 'unwatch') return handleWatch(connection, message)
    return calls.receive(connection, message)
  }

  function handleWatch(
    connection: Connection,
    message: Extract<protocol.ClientMessage, { type: 'watch' | 'unwatch' }>,
  ): void {
    const topic = protocol.topic.safeParse(message.topic).data
    if (!topic) return refuse(connection, message, 'invalid_input')
    if (message.type === 'unwatch') return feed.unwatch(connection, topic)
    const { kind, id } = protocol.parseTopic(topic)
    const mayWatch = topicPolicies[kind](toActor(connection), id)
    if (!mayWatch) return refuse(connection, message, 'not_allowed')
    if (mayWatch === 'party') return void watchAsParty(connection, message, topic)
    watch(connection, message, topic)
  }

  function watch(connection: Connection, message: protocol.ClientMessage, topic: protocol.Topic): void {
    if (!feed.watch(connection, topic)) refuse(connection, message, 'too_many_topics')
  }

  async function watchAsParty(
    connection: Connection,
    message: protocol.ClientMessage,
    topic: protocol.Topic,
  ): Promise<void> {
    const { person } = connection
    const { kind, id } = protocol.parseTopic(topic)
    const isParty = async (viewer: Person) => {
      if (kind === 'session' || kind === 'chat') return isParticipant(viewer, id)
      if (kind === 'board') return (await isParticipant(viewer, id)) || (await isOwnBoard(viewer, id))
      return kind === 'request' && isOwnRequest(viewer, id)
    }
    try {
      const mayWatch = person && mayActIn(connection, id) && (await isParty(person))
      if (!connection.isOpen) return
      if (mayWatch) return watch(connection, message, topic)
      calls.logRefused(connection, `watch of a ${kind} by a non-participant`)
      refuse(connection, message, 'not_allowed')
    } catch (err) {
      log.error({ err, topic }, 'checking the access to a topic failed')
      refuse(connection, message, 'too_busy')
    }
  }
}

function isWithinRate({ rates }: Connection, { type }: protocol.ClientMessage, length: number): boolean {
  const { rate, bytes }: MessagePolicy = messagePolicies[type]
  return rates.take(type, rate) && (!bytes || rates.take(`bytes of ${type}`, bytes, length))
}

function byteLength(raw: RawData): number {
  return Array.isArray(raw) ? raw.reduce((sum, { length }) => sum + length, 0) : raw.byteLength
}

function refuse(connection: Connection, message: protocol.ClientMessage, code: RefusalCode): void {
  const topic = 'topic' in message ? message.topic : undefined
  const session = 'session' in message ? message.session : undefined
  connection.send({ type: 'refused', what: message.type, topic, session, text: refusals[code].text })
}

/** A newcomer may only act in the open session. */
function mayActIn({ person }: Connection, sessionId: string): boolean {
  return !person?.onlySession || person.onlySession === sessionId
}

function toActor({ person }: Connection): Actor {
  return person ?? { kind: 'visitor', address: '' }
}
