import type { IncomingMessage } from 'node:http'
import { readSignInToken } from '#app/base/cookies.server.ts'
import { findAccountState, listOpenSignIns } from '#domain/accounts/queries.server.ts'
import { findContinueAgreement } from '#domain/bookings/queries.server.ts'
import { findStatus } from '#domain/discovery/queries.server.ts'
import { getBell } from '#domain/notifications/queries.server.ts'
import type { Person } from '#domain/policy.ts'
import { findChatState } from '#domain/sessions/message-queries.server.ts'
import { findRing, findSessionState, isParticipant } from '#domain/sessions/queries.server.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { countTeamQueues } from '#domain/team/count-waiting.server.ts'
import { getWalletFigures } from '#domain/wallet/queries.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import { parseTopic, type Topic } from '#live/protocol.ts'
import type { Services } from '#server/services.ts'

type LiveDependencies = Pick<Services, 'config' | 'database' | 'clock' | 'sealer'>

/** The data sources of the live gateway: authentication, valid sign-ins and topic states. */
export function createLiveSources({ config, database, clock, sealer }: LiveDependencies) {
  const { db } = database
  const { secondFactorRequired } = config
  const system = { db, clock, actor: { kind: 'system' } as const, publish: () => undefined, sealer }
  return {
    async authenticate(request: IncomingMessage): Promise<Person | null> {
      const token = readSignInToken(config.product, request.headers.cookie)
      if (!token) return null
      const signIn = await findSignIn({ db, clock, secondFactorRequired }, token)
      return signIn && !signIn.termsMissing ? signIn.person : null
    },

    listValidSignIns: (signInIds: string[]) => listOpenSignIns(system, signInIds),

    isParticipant: (person: Person, sessionId: SessionId) => isParticipant({ ...system, actor: person }, sessionId),

    async readTopic(topic: Topic): Promise<unknown> {
      const { kind, id } = parseTopic(topic)
      if (kind === 'expert') return findStatus({ db }, id)
      if (kind === 'session') {
        const state = await findSessionState({ ...system, times: config.callTimes }, id)
        return state && { ...state, booked: await findContinueAgreement(system, id) }
      }
      if (kind === 'chat') return findChatState(system, id)
      if (kind === 'rings') return findRing(system, id)
      if (kind === 'notices') return getBell(system, id)
      if (kind === 'waiting') return countTeamQueues(system)
      if (kind === 'wallet') return getWalletFigures(system, id)
      return findAccountState(system, id)
    },
  }
}
