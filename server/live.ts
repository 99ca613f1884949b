import type { IncomingMessage } from 'node:http'
import { readBrowserToken, readSignInToken } from '#app/base/cookies.server.ts'
import { findAccountState, listValidSignIns } from '#domain/accounts/queries.server.ts'
import { findBoardState, isOwnBoard } from '#domain/boards/queries.server.ts'
import { findContinueAgreement } from '#domain/bookings/queries.server.ts'
import { findStatus } from '#domain/discovery/queries.server.ts'
import { getBell } from '#domain/notifications/queries.server.ts'
import type { Person } from '#domain/policy.ts'
import { findChatState } from '#domain/sessions/message-queries.server.ts'
import { findOfferState, findOwnOffer } from '#domain/requests/offer-queries.server.ts'
import { findActivity, findRequestState, isOwnRequest } from '#domain/requests/queries.server.ts'
import { findSessionState, isParticipant } from '#domain/sessions/queries.server.ts'
import { countTeamQueues } from '#domain/team/count-waiting.server.ts'
import { getWalletFigures } from '#domain/wallet/queries.server.ts'
import type { RequestId, SessionId } from '#kernel/ids.ts'
import { parseTopic, type Topic } from '#live/protocol.ts'
import { findActor } from '#server/find-actor.ts'
import { createAddressReader } from '#server/request.ts'
import type { Services } from '#server/services.ts'

type LiveDependencies = Pick<Services, 'config' | 'database' | 'clock' | 'sealer'>

/** The data sources of the live gateway: authentication, valid sign-ins and topic states. */
export function createLiveSources({ config, database, clock, sealer }: LiveDependencies) {
  const { db } = database
  const { secondFactorRequired } = config
  const system = { db, clock, actor: { kind: 'system' } as const, publish: () => undefined, sealer }
  return {
    async authenticate(request: IncomingMessage): Promise<Person | null> {
      const { cookie } = request.headers
      const token = readSignInToken(config.product, cookie)
      if (!token) return null
      const browser = readBrowserToken(config.product, cookie)
      const address = createAddressReader(config.trustedProxies)(request)
      const found = await findActor({ db, clock, secondFactorRequired }, { token, browser, address })
      return found?.actor.kind === 'newcomer' ? (found.actor.inSession ?? null) : (found?.actor ?? null)
    },

    listValidSignIns: (signInIds: string[]) => listValidSignIns(system, signInIds),

    /** The expert of an offer watches its session already while accepting, before the session exists. */
    async isParticipant(person: Person, sessionId: SessionId): Promise<boolean> {
      const ctx = { ...system, actor: person }
      return (await isParticipant(ctx, sessionId)) || (await findOwnOffer(ctx, sessionId)) !== null
    },

    isOwnBoard: (person: Person, id: string) => isOwnBoard({ ...system, actor: person }, id),

    isOwnRequest: (person: Person, requestId: RequestId) => isOwnRequest({ ...system, actor: person }, requestId),

    async readTopic(topic: Topic): Promise<unknown> {
      const { kind, id } = parseTopic(topic)
      if (kind === 'expert') return findStatus({ db }, id)
      if (kind === 'session') {
        const ctx = { ...system, times: config.callTimes }
        const state = await findSessionState(ctx, id)
        return state ? { ...state, booked: await findContinueAgreement(system, id) } : findOfferState(ctx, id)
      }
      if (kind === 'chat') return findChatState(system, id)
      if (kind === 'board') return findBoardState(system, id)
      if (kind === 'rings') return findActivity(system, id)
      if (kind === 'request') return findRequestState(system, id)
      if (kind === 'notices') return getBell(system, id)
      if (kind === 'waiting') return countTeamQueues(system)
      if (kind === 'wallet') return getWalletFigures(system, id)
      return findAccountState(system, id)
    },
  }
}
