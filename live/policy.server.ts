import { type Actor, isPerson, policies, type Policy } from '#domain/policy.ts'
import type { ClientMessage, TopicKind } from '#live/protocol.ts'

export type Rate = { burst: number; perSecond: number }

export type MessagePolicy = { policy: Policy; rate: Rate; bytes?: Rate }

/** The policy and the rate limits of each message over the socket. */
export const messagePolicies = {
  ping: { policy: 'anyone', rate: { burst: 10, perSecond: 1 } },
  // After a reconnect a page watches all its topics again immediately.
  watch: { policy: 'anyone', rate: { burst: 250, perSecond: 20 } },
  unwatch: { policy: 'anyone', rate: { burst: 250, perSecond: 20 } },
  join: { policy: 'signedIn', rate: { burst: 5, perSecond: 0.5 } },
  // One beat every two seconds. A tab that was frozen may send several beats together.
  beat: { policy: 'signedIn', rate: { burst: 20, perSecond: 1 } },
  // Many small signals and some long ones. Between nodes all signals pass through the bus.
  signal: {
    policy: 'signedIn',
    rate: { burst: 150, perSecond: 20 },
    bytes: { burst: 1024 * 1024, perSecond: 32 * 1024 },
  },
  hang_up: { policy: 'signedIn', rate: { burst: 5, perSecond: 0.5 } },
} as const satisfies Record<ClientMessage['type'], MessagePolicy>

/** How often refusals of one socket are logged. */
export const refusalLogRate: Rate = { burst: 20, perSecond: 0.1 }

/** The policy of each topic. 'party': the database checks whether the person is a participant. */
export const topicPolicies: Record<TopicKind, (actor: Actor, id: string) => boolean | 'party'> = {
  account: (actor, id) => isPerson(actor) && actor.id === id,
  expert: () => true,
  wallet: (actor, id) => isPerson(actor) && actor.role !== 'team' && actor.id === id,
  session: (actor) => isPerson(actor) && 'party',
  chat: (actor) => isPerson(actor) && 'party',
  board: (actor) => isPerson(actor) && 'party',
  request: (actor) => isPerson(actor) && 'party',
  rings: (actor, id) => isPerson(actor) && actor.role !== 'team' && actor.id === id,
  notices: (actor, id) => isPerson(actor) && actor.id === id,
  waiting: policies.team,
}
