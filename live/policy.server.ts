import { type Actor, isPerson, policies, type Policy } from '#domain/policy.ts'
import type { ClientMessage, TopicKind } from '#live/protocol.ts'

export type Rate = { burst: number; perSecond: number }

export type MessagePolicy = { policy: Policy; rate: Rate; bytes?: Rate }

/** Who may say what over the socket, and how fast: so many at once, and so many a second from then on. */
export const messagePolicies = {
  ping: { policy: 'anyone', rate: { burst: 10, perSecond: 1 } },
  // After a reconnect a page asks for everything on it at once.
  watch: { policy: 'anyone', rate: { burst: 250, perSecond: 20 } },
  unwatch: { policy: 'anyone', rate: { burst: 250, perSecond: 20 } },
  join: { policy: 'signedIn', rate: { burst: 5, perSecond: 0.5 } },
  // One every two seconds; a tab that was frozen may send some at once.
  beat: { policy: 'signedIn', rate: { burst: 20, perSecond: 1 } },
  // Many small ones and some long ones; between processes all of it travels through the database.
  signal: {
    policy: 'signedIn',
    rate: { burst: 150, perSecond: 20 },
    bytes: { burst: 1024 * 1024, perSecond: 32 * 1024 },
  },
  hang_up: { policy: 'signedIn', rate: { burst: 5, perSecond: 0.5 } },
} as const satisfies Record<ClientMessage['type'], MessagePolicy>

/** What is refused to one socket is written down so often. */
export const refusalLogRate: Rate = { burst: 20, perSecond: 0.1 }

/** Who may watch what. 'party': the database is asked whether it is one of the two. */
export const topicPolicies: Record<TopicKind, (actor: Actor, id: string) => boolean | 'party'> = {
  account: (actor, id) => isPerson(actor) && actor.id === id,
  expert: () => true,
  wallet: (actor, id) => isPerson(actor) && actor.role !== 'team' && actor.id === id,
  session: (actor) => isPerson(actor) && 'party',
  chat: (actor) => isPerson(actor) && 'party',
  rings: (actor, id) => isPerson(actor) && actor.role !== 'team' && actor.id === id,
  notices: (actor, id) => isPerson(actor) && actor.id === id,
  waiting: policies.team,
}
