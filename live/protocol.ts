import * as z from 'zod/mini'
import { roles } from '#domain/policy.ts'
import { sessionStates, sides } from '#domain/sessions/states.ts'
import type { Paise } from '#kernel/money.ts'
import { signalMaxBytes } from '#kernel/socket-limits.ts'

/** The small build of zod, because this file also travels to browsers. */

const accountTopic = z.templateLiteral(['account:', z.uuid()])
const expertTopic = z.templateLiteral(['expert:', z.uuid()])
const walletTopic = z.templateLiteral(['wallet:', z.uuid()])
const sessionTopic = z.templateLiteral(['session:', z.uuid()])
const chatTopic = z.templateLiteral(['chat:', z.uuid()])
const ringsTopic = z.templateLiteral(['rings:', z.uuid()])
const noticesTopic = z.templateLiteral(['notices:', z.uuid()])
const waitingTopic = z.templateLiteral(['waiting:', z.literal('team')])

/** What can be watched. The state of a topic is one and the same for everybody who may watch it. */
export const topic = z.union([
  accountTopic,
  expertTopic,
  walletTopic,
  sessionTopic,
  chatTopic,
  ringsTopic,
  noticesTopic,
  waitingTopic,
])
export type Topic = z.infer<typeof topic>
export type TopicKind = Topic extends `${infer Kind}:${string}` ? Kind : never

const accountState = z.object({
  type: z.literal('state'),
  topic: accountTopic,
  data: z.object({
    name: z.string(),
    role: z.enum(roles),
    avatarUrl: z.nullable(z.string()),
    signedIn: z.boolean(),
  }),
})

const expertState = z.object({
  type: z.literal('state'),
  topic: expertTopic,
  data: z.object({
    /** The expert's own switch. */
    isOnline: z.boolean(),
    /** Whether a call would ring somewhere now, which is another question. */
    status: z.enum(['online', 'busy', 'offline']),
  }),
})

/** As `WalletFigures` of the wallet's contract. */
const paise = z.custom<Paise>((value) => Number.isSafeInteger(value))
const walletState = z.object({
  type: z.literal('state'),
  topic: walletTopic,
  data: z.object({ available: paise, onHold: paise, earnedToday: paise, recentLines: z.number() }),
})

const callType = z.enum(['audio', 'video'])
const text = z.nullable(z.string())

/** How a session stands, for its two people. */
const sessionState = z.object({
  type: z.literal('state'),
  topic: sessionTopic,
  data: z.object({
    state: z.enum(sessionStates),
    callType,
    studentName: z.string(),
    expertName: z.string(),
    /** The expert's public page; null when it is gone. */
    expertId: text,
    question: text,
    fileName: text,
    ratePaisePerMinute: paise,
    sharePercent: z.number(),
    /** How long a minute is. */
    minuteMs: z.number(),
    /** As of the last checkpoint; while the call runs its meter says more. */
    liveMs: z.number(),
    heldMinutes: z.number(),
    endReason: text,
    declineReason: text,
    billedMinutes: z.nullable(z.number()),
    chargedPaise: z.nullable(paise),
    ringLeftMs: z.number(),
    /** When it ends at the latest, because somebody has booked the expert after it, or because so much was booked; an instant. */
    endsAt: z.nullable(z.number()),
    /** What a booked session costs at least when the student leaves it; nothing in any other. */
    leastPaise: paise,
    /** Who wants to go on after the booked minutes, and whether both do; null for a session that was not booked. */
    booked: z.nullable(z.object({ student: z.boolean(), expert: z.boolean(), isAgreed: z.boolean() })),
  }),
})

/** How many messages a session has. Whoever knows fewer asks for the rest. */
const chatState = z.object({
  type: z.literal('state'),
  topic: chatTopic,
  data: z.object({ last: z.number() }),
})

/** What rings at an expert's, on every tab and device, and which session somebody is in. */
const ringsState = z.object({
  type: z.literal('state'),
  topic: ringsTopic,
  data: z.object({
    ring: z.nullable(
      z.object({
        sessionId: z.uuid(),
        studentName: z.string(),
        callType,
        question: text,
        fileName: text,
        ratePaisePerMinute: paise,
        sharePercent: z.number(),
        ringLeftMs: z.number(),
      }),
    ),
    open: z.nullable(
      z.object({
        sessionId: z.uuid(),
        side: z.enum(sides),
        state: z.enum(sessionStates),
        callType,
        otherName: z.string(),
      }),
    ),
  }),
})

/** What somebody has not read yet; as `Bell` of the notifications' contract. */
const noticesState = z.object({
  type: z.literal('state'),
  topic: noticesTopic,
  data: z.object({
    unread: z.number(),
    latest: z.nullable(z.object({ id: z.uuid(), title: z.string() })),
  }),
})

/** How much waits for the team, in each of its queues. */
const waitingState = z.object({
  type: z.literal('state'),
  topic: waitingTopic,
  data: z.record(z.string(), z.number()),
})

/** The whole current state of a watched topic: whoever has the last one has missed nothing. */
export const stateMessage = z.union([
  accountState,
  expertState,
  walletState,
  sessionState,
  chatState,
  ringsState,
  noticesState,
  waitingState,
])
export type StateMessage = z.infer<typeof stateMessage>
type StateOfKind = {
  account: z.infer<typeof accountState>['data']
  expert: z.infer<typeof expertState>['data']
  wallet: z.infer<typeof walletState>['data']
  session: z.infer<typeof sessionState>['data']
  chat: z.infer<typeof chatState>['data']
  rings: z.infer<typeof ringsState>['data']
  notices: z.infer<typeof noticesState>['data']
  waiting: z.infer<typeof waitingState>['data']
}
export type TopicState<T extends Topic> = T extends `${infer Kind extends TopicKind}:${string}`
  ? StateOfKind[Kind]
  : never

export const signedOutReasons = ['sign_in_ended', 'all_ended', 'suspended', 'expired'] as const

const count = z.number().check(z.int(), z.nonnegative())
const signalBody = z.string().check(z.maxLength(signalMaxBytes))

/** How the two browsers may reach one another, for as long as the call can last. */
const ice = z.object({
  servers: z.array(
    z.object({
      urls: z.array(z.string()),
      username: z.optional(z.string()),
      credential: z.optional(z.string()),
    }),
  ),
  /** Nobody's address is told to the other: everything goes through our relay. */
  relayOnly: z.boolean(),
})
export type IceSettings = z.infer<typeof ice>

/** What the server says to a browser over the live socket. */
export const serverMessage = z.union([
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('hello'),
      build: z.string(),
      you: z.nullable(z.object({ id: z.uuid(), role: z.enum(roles) })),
    }),
    z.object({ type: z.literal('pong') }),
    z.object({
      type: z.literal('refused'),
      what: z.string(),
      topic: z.optional(z.string()),
      session: z.optional(z.string()),
      text: z.string(),
    }),
    /** This socket is in the call now, under this number. */
    z.object({ type: z.literal('joined'), session: z.uuid(), side: z.enum(sides), epoch: count, ice }),
    /** The other side came in, for the first time or anew. */
    z.object({ type: z.literal('peer'), session: z.uuid(), epoch: count }),
    /** That coming, or the session, is over: close the call. `replaced`: the same person is in it from elsewhere now. */
    z.object({ type: z.literal('gone'), session: z.uuid(), replaced: z.optional(z.boolean()) }),
    /** What the other browser says, in its coming of that number. */
    z.object({ type: z.literal('signal'), session: z.uuid(), epoch: count, body: signalBody }),
    z.object({
      type: z.literal('meter'),
      session: z.uuid(),
      phase: z.enum(['connecting', 'live', 'interrupted', 'over']),
      liveMs: z.number(),
      heldMs: z.number(),
      /** How long hold and wallet last from here on, as far as it is known. */
      leftMs: z.nullable(z.number()),
      /** What ends it then: the money, or the time that the expert has. */
      endsBy: z.enum(['money', 'time']),
      /** So few minutes are left. */
      warning: z.nullable(z.number()),
    }),
    z.object({ type: z.literal('signed_out'), reason: z.enum(signedOutReasons) }),
  ]),
  stateMessage,
])
export type ServerMessage = z.infer<typeof serverMessage>

/**
 * What a browser may say to the server. A topic that this server does not know is refused and does not end the socket:
 * while a new version is rolled out, newer pages talk to older servers.
 */
const topicName = z.string().check(z.maxLength(100))
export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('watch'), topic: topicName }),
  z.object({ type: z.literal('unwatch'), topic: topicName }),
  /** `accept`: the expert takes the call that rings, and comes in. */
  z.object({ type: z.literal('join'), session: z.uuid(), accept: z.optional(z.boolean()) }),
  /** Every two seconds: what the transport has received and sent so far. */
  z.object({
    type: z.literal('beat'),
    session: z.uuid(),
    epoch: count,
    sequence: count,
    bytes: count,
    sent: count,
  }),
  z.object({ type: z.literal('signal'), session: z.uuid(), epoch: count, body: signalBody }),
  z.object({ type: z.literal('hang_up'), session: z.uuid() }),
])
export type ClientMessage = z.infer<typeof clientMessage>

/** The message in a text, or nothing when it is none. */
export function readMessage<Message>(
  schema: { safeParse(value: unknown): { data?: Message } },
  text: string,
): Message | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export function parseTopic(topic: Topic): { kind: TopicKind; id: string } {
  const [kind, id] = topic.split(':') as [TopicKind, string]
  return { kind, id }
}
