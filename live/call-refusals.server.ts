import type { Logger } from 'pino'
import { Refusal, type RefusalCode, refusals } from '#kernel/refusals.ts'
import type { Connection } from '#live/connection.server.ts'
import { refusalLogRate } from '#live/policy.server.ts'
import type { ClientMessage } from '#live/protocol.ts'

/** The messages of browsers that belong to a call. */
export type CallMessage = Extract<ClientMessage, { type: 'join' | 'beat' | 'signal' | 'hang_up' }>

type RefusedMessage = Pick<CallMessage, 'type' | 'session'>

/** Refuses call messages: sends the reason to the browser, and logs suspicious ones. */
export function createCallRefusals(log: Pick<Logger, 'error' | 'warn'>) {
  return {
    logRefused,
    answerRefusal(connection: Connection, message: RefusedMessage, error: unknown): void {
      if (!(error instanceof Refusal)) {
        log.error({ err: error, session: message.session }, 'handling a call message failed')
        return sendRefusal(connection, message, 'too_busy')
      }
      if (error.code === 'no_such_session') logRefused(connection, `${message.type} by a non-participant`)
      sendRefusal(connection, message, error.code)
    },
  }

  /** Refusals are logged to find attackers. A rate limit prevents them from filling the log. */
  function logRefused({ person, rates }: Connection, reason: string): void {
    if (!rates.take('refusal log', refusalLogRate)) return
    log.warn({ person: person?.id, reason }, 'socket message refused')
  }
}

function sendRefusal(connection: Connection, { type, session }: RefusedMessage, code: RefusalCode): void {
  connection.send({ type: 'refused', what: type, session, text: refusals[code].text })
}
