import * as z from 'zod/mini'
import { roles, teamRoles } from '#domain/policy.ts'
import { offerStates, requestStates } from '#domain/requests/states.ts'
import { sessionStates, sides } from '#domain/sessions/states.ts'
import type { AccountId, ExpertId, RequestId, SessionId } from '#kernel/ids.ts'
import type { Paise } from '#kernel/money.ts'
import { pictureTimeMaxMs, signalMaxBytes } from '#kernel/socket-limits.ts'

// This file uses the small build of zod, because browsers load it, too.

const accountTopic = z.templateLiteral(['account:', z.uuid()])
const expertTopic = z.templateLiteral(['expert:', z.uuid()])
const walletTopic = z.templateLiteral(['wallet:', z.uuid()])
const sessionTopic = z.templateLiteral(['session:', z.uuid()])
const chatTopic = z.templateLiteral(['chat:', z.uuid()])
const boardTopic = z.templateLiteral(['board:', z.uuid()])
const ringsTopic = z.templateLiteral(['rings:', z.uuid()])
const requestTopic = z.templateLiteral(['request:', z.uuid()])
const noticesTopic = z.templateLiteral(['notices:', z.uuid()])
const waitingTopic = z.templateLiteral(['waiting:', z.literal('team')])

/** The topics that can be watched. The state of a topic is the same for everyone who may watch it. */
export const topic = z.union([
  accountTopic,
  expertTopic,
  walletTopic,
  sessionTopic,
  chatTopic,
  boardTopic,
  ringsTopic,
  requestTopic,
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
    /** For members of the team only. Nodes of the previous version do not send it. */
    teamRole: z.nullish(z.enum(teamRoles)),
  }),
})

const expertState = z.object({
  type: z.literal('state'),
  topic: expertTopic,
  data: z.object({
    /** The expert's own switch. */
    isOnline: z.boolean(),
    /** Whether a call would ring somewhere now, which may differ from the switch. */
    status: z.enum(['online', 'busy', 'offline']),
  }),
})

const paise = z.custom<Paise>((value) => Number.isSafeInteger(value))
/** Same fields as `WalletFigures` of the wallet's contract. */
const walletState = z.object({
  type: z.literal('state'),
  topic: walletTopic,
  data: z.object({ available: paise, onHold: paise, earnedToday: paise, recentLines: z.number() }),
})

const callType = z.enum(['audio', 'video'])
const text = z.nullable(z.string())

/** The state of a session for its student and expert. */
const sessionState = z.object({
  type: z.literal('state'),
  topic: sessionTopic,
  data: z.object({
    state: z.enum(sessionStates),
    callType,
    studentName: z.string(),
    expertName: z.string(),
    /** Nodes of the previous version do not send the photos. */
    studentPhotoUrl: z.nullish(z.string()),
    expertPhotoUrl: z.nullish(z.string()),
    /** The expert's public page; null when it is gone. */
    expertId: text,
    /** For the languages of the code pad. Nodes of the previous version do not send them. */
    expertSubjects: z.nullish(z.array(z.string())),
    question: text,
    fileName: text,
    ratePaisePerMinute: paise,
    sharePercent: z.number(),
    /** The length of a call minute. */
    minuteMs: z.number(),
    /** As of the last checkpoint; during the call `meter` messages are more recent. */
    liveMs: z.number(),
    heldMinutes: z.number(),
    endReason: text,
    declineReason: text,
    billedMinutes: z.nullable(z.number()),
    chargedPaise: z.nullable(paise),
    ringLeftMs: z.number(),
    /** The latest end as an instant, set by the expert's next booking or by the booked minutes. */
    endsAt: z.nullable(z.number()),
    /** The minimum charge of a booked session when the student leaves it; 0 otherwise. */
    leastPaise: paise,
    /** The sides that want to continue after the booked minutes; null when the session was not booked. */
    booked: z.nullable(z.object({ student: z.boolean(), expert: z.boolean(), isAgreed: z.boolean() })),
  }),
})

/** The number of messages in a session. A client that knows fewer requests the rest. */
const chatState = z.object({
  type: z.literal('state'),
  topic: chatTopic,
  data: z.object({ last: z.number() }),
})

/** The number of the last change of a session's board. A page that has fewer requests the rest. */
const boardState = z.object({
  type: z.literal('state'),
  topic: boardTopic,
  data: z.object({ last: z.number() }),
})

/** The call that rings for an expert, on every tab and device, and the open session of a person. */
const ringsState = z.object({
  type: z.literal('state'),
  topic: ringsTopic,
  data: z.object({
    ring: z.nullable(
      z.object({
        sessionId: z.uuid(),
        studentName: z.string(),
        /** Nodes of the previous version do not send it. */
        studentPhotoUrl: z.nullish(z.string()),
        callType,
        question: text,
        fileName: text,
        ratePaisePerMinute: paise,
        sharePercent: z.number(),
        ringLeftMs: z.number(),
        /** For an offer: the number of experts asked. Nodes of the previous version do not send it. */
        asked: z.nullish(z.number()),
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
    /** The student's open request to several experts. Nodes of the previous version do not send it. */
    request: z.nullish(z.object({ requestId: z.uuid() })),
    /** How the expert's last offer ended; present for one minute. Nodes of the previous version do not send it. */
    endedOffer: z.nullish(z.object({ sessionId: z.uuid(), state: z.enum(offerStates), studentName: z.string() })),
  }),
})

/** A request to several experts, for its student; same fields as `RequestView` of the requests' contract. */
const requestState = z.object({
  type: z.literal('state'),
  topic: requestTopic,
  data: z.object({
    state: z.enum(requestStates),
    callType,
    question: text,
    file: z.nullable(z.object({ key: z.string(), name: z.string(), type: z.string() })),
    language: text,
    maxRatePaisePerMinute: paise,
    asked: z.number(),
    declined: z.number(),
    ringing: z.number(),
    leftMs: z.number(),
    session: z.nullable(z.object({ id: z.uuid(), expertName: z.string() })),
    hasAlert: z.boolean(),
  }),
})

/** Unread notifications; same fields as `Bell` of the notifications' contract. */
const noticesState = z.object({
  type: z.literal('state'),
  topic: noticesTopic,
  data: z.object({
    unread: z.number(),
    latest: z.nullable(z.object({ id: z.uuid(), title: z.string() })),
  }),
})

/** The number of open tasks in each queue of the team. */
const waitingState = z.object({
  type: z.literal('state'),
  topic: waitingTopic,
  data: z.record(z.string(), z.number()),
})

/** The whole current state of a watched topic: a client with the last message has missed nothing. */
export const stateMessage = z.union([
  accountState,
  expertState,
  walletState,
  sessionState,
  chatState,
  boardState,
  ringsState,
  requestState,
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
  board: z.infer<typeof boardState>['data']
  rings: z.infer<typeof ringsState>['data']
  request: z.infer<typeof requestState>['data']
  notices: z.infer<typeof noticesState>['data']
  waiting: z.infer<typeof waitingState>['data']
}
export type TopicState<T extends Topic> = T extends `${infer Kind extends TopicKind}:${string}`
  ? StateOfKind[Kind]
  : never

const signedOutReasons = ['sign_in_ended', 'all_ended', 'suspended', 'expired'] as const

const count = z.number().check(z.int(), z.nonnegative())
const signalBody = z.string().check(z.maxLength(signalMaxBytes))

/** ICE settings of the two browsers, valid for as long as the call can last. */
const ice = z.object({
  servers: z.array(
    z.object({ urls: z.array(z.string()), username: z.optional(z.string()), credential: z.optional(z.string()) }),
  ),
  /** All media goes through our relay, and neither side sees the other's address. */
  relayOnly: z.boolean(),
})
export type IceSettings = z.infer<typeof ice>

/** Messages from the server to a browser over the live socket. */
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
    /** This socket has joined the call with this epoch. */
    z.object({ type: z.literal('joined'), session: z.uuid(), side: z.enum(sides), epoch: count, ice }),
    /** The other side has joined, for the first time or again. */
    z.object({ type: z.literal('peer'), session: z.uuid(), epoch: count }),
    /** This join, or the session, is over: close the call. `replaced`: the same person has joined from elsewhere. */
    z.object({ type: z.literal('gone'), session: z.uuid(), replaced: z.optional(z.boolean()) }),
    /** A signal of the other browser, with the epoch of its join. */
    z.object({ type: z.literal('signal'), session: z.uuid(), epoch: count, body: signalBody }),
    z.object({
      type: z.literal('meter'),
      session: z.uuid(),
      phase: z.enum(['connecting', 'live', 'interrupted', 'over']),
      liveMs: z.number(),
      heldMs: z.number(),
      /** How long the hold, the wallet and the expert's time last from now on, as far as known. */
      leftMs: z.nullable(z.number()),
      /** The reason of that end: the money, or the expert's time. */
      endsBy: z.enum(['money', 'time']),
      /** The warning that has just become due. Only tabs of the previous version read it. Pages use `leftMs`. */
      warning: z.nullable(z.number()),
    }),
    z.object({ type: z.literal('signed_out'), reason: z.enum(signedOutReasons) }),
  ]),
  stateMessage,
])
export type ServerMessage = z.infer<typeof serverMessage>

/** An unknown topic is refused without closing the socket, because newer pages use older servers during a rollout. */
const topicName = z.string().check(z.maxLength(100))
/** Messages from a browser to the server over the live socket. */
export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('watch'), topic: topicName }),
  z.object({ type: z.literal('unwatch'), topic: topicName }),
  /** `accept`: the expert accepts the ringing call and joins it. */
  z.object({ type: z.literal('join'), session: z.uuid(), accept: z.optional(z.boolean()) }),
  /** Sent every two seconds: the bytes that the transport has received and sent so far. */
  z.object({
    type: z.literal('beat'),
    session: z.uuid(),
    epoch: count,
    sequence: count,
    bytes: count,
    sent: count,
    /** Sent once: the time from Accept to the first picture. Nodes of the previous version ignore it. */
    pictureMs: z.optional(count.check(z.maximum(pictureTimeMaxMs))),
  }),
  z.object({ type: z.literal('signal'), session: z.uuid(), epoch: count, body: signalBody }),
  z.object({ type: z.literal('hang_up'), session: z.uuid() }),
])
export type ClientMessage = z.infer<typeof clientMessage>

/** Returns the parsed message, or undefined when the text is not valid. */
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

type TopicIds = Record<'account' | 'wallet' | 'rings' | 'notices', AccountId> &
  Record<'session' | 'chat' | 'board', SessionId> & { expert: ExpertId; request: RequestId; waiting: 'team' }
type TopicParts = { [Kind in TopicKind]: { kind: Kind; id: TopicIds[Kind] } }[TopicKind]

export function parseTopic(topic: Topic): TopicParts {
  const [kind, id] = topic.split(':')
  return { kind, id } as TopicParts
}
