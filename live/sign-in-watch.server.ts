import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Connection } from '#live/connection.server.ts'
import { closeCodes } from '#live/close-codes.ts'
import { readMessage, type ServerMessage } from '#live/protocol.ts'
import type { Bus } from '#platform/bus/port.ts'

/** Messages on the bus topic `person:{id}`. */
const personMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('sign_in_ended'), signInId: z.string() }),
  z.object({ type: z.literal('all_ended'), exceptSignInId: z.optional(z.string()) }),
  z.object({ type: z.literal('suspended') }),
])

type Options = {
  bus: Bus
  /** Returns which of these sign-ins are still valid. */
  listValidSignIns(signInIds: string[]): Promise<Set<string>>
  /** Called before the socket is closed. */
  onEnd(connection: Connection): void
  log: Pick<Logger, 'error'>
  checkNewAfterMs?: number
}

type SignedInPerson = { connections: Set<Connection>; unsubscribe(): void }
type Reason = Extract<ServerMessage, { type: 'signed_out' }>['reason']

/** Closes the sockets of sign-ins that have ended, on any process. */
export function createSignInWatch({ bus, listValidSignIns, onEnd, log, checkNewAfterMs = 1_000 }: Options) {
  const people = new Map<string, SignedInPerson>()
  const unchecked = new Set<Connection>()
  let uncheckedTimer: NodeJS.Timeout | undefined

  return {
    add(connection: Connection): void {
      if (!connection.person) return
      const { id } = connection.person
      const signedIn = people.get(id) ?? subscribeToPerson(id)
      signedIn.connections.add(connection)
      // Checks the sign-in again, because it may have ended between its lookup and the line above.
      unchecked.add(connection)
      uncheckedTimer ??= setTimeout(checkUnchecked, checkNewAfterMs).unref()
    },
    remove(connection: Connection): void {
      unchecked.delete(connection)
      const signedIn = connection.person && people.get(connection.person.id)
      if (!connection.person || !signedIn) return
      signedIn.connections.delete(connection)
      if (signedIn.connections.size > 0) return
      signedIn.unsubscribe()
      people.delete(connection.person.id)
    },
    /** Checks all open sign-ins, in case announcements were missed. */
    checkAll: () => check([...people.values()].flatMap(({ connections }) => Array.from(connections))),
    close: () => clearTimeout(uncheckedTimer),
  }

  function subscribeToPerson(id: string): SignedInPerson {
    const connections = new Set<Connection>()
    const unsubscribe = bus.subscribe(`person:${id}`, (payload) => {
      const message = readMessage(personMessage, payload)
      if (!message) return log.error({ person: id, payload }, 'invalid message for a person')
      for (const connection of connections) {
        if (concernsSignIn(message, connection.person?.signInId)) endConnection(connection, message.type)
      }
    })
    const signedIn = { connections, unsubscribe }
    people.set(id, signedIn)
    return signedIn
  }

  function checkUnchecked(): void {
    uncheckedTimer = undefined
    const connections = [...unchecked]
    unchecked.clear()
    void check(connections)
  }

  async function check(connections: Connection[]): Promise<void> {
    const ids = new Set(connections.flatMap(({ person }) => person?.signInId ?? []))
    if (ids.size === 0) return
    try {
      const validIds = await listValidSignIns([...ids])
      for (const connection of connections) {
        if (!validIds.has(connection.person?.signInId ?? '')) endConnection(connection, 'expired')
      }
    } catch (err) {
      log.error({ err }, 'checking open sign-ins failed')
    }
  }

  function endConnection(connection: Connection, reason: Reason): void {
    onEnd(connection)
    connection.send({ type: 'signed_out', reason })
    connection.close(closeCodes.signedOut, 'signed out')
  }
}

function concernsSignIn(message: z.infer<typeof personMessage>, signInId: string | undefined): boolean {
  switch (message.type) {
    case 'sign_in_ended':
      return signInId === message.signInId
    case 'all_ended':
      return signInId !== message.exceptSignInId
    case 'suspended':
      return true
  }
}
