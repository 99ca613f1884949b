import { z } from 'zod'
import { channels, type NotificationKind, notificationKinds } from '#domain/notifications/states.ts'
import type { Role, TeamRole } from '#domain/policy.ts'
import { pushEndpointMaxLength } from '#kernel/limits.ts'

type Side = 'student' | 'expert'

/** The facts stored for each kind, from which the text is generated. A ring is sent but not stored. */
export type NotificationFacts = {
  missed_call: { sessionId: string }
  /** `requestId`: the student waits for any expert who matches this request. */
  online: { expertId: string; requestId?: string }
  booking: {
    what: 'made' | 'changed' | 'called_off' | 'missed'
    bookingId: string
    side: Side
    startsAt: string
    /** The time zone of the reader. */
    zone: string
  }
  reminder: { bookingId: string; side: Side; startsAt: string; zone: string; minutesBefore: number }
  low_balance: { leftPaise: number }
  money: {
    what: 'added' | 'sent_back' | 'arrived' | 'returned' | 'corrected_up' | 'corrected_down'
    amountPaise: number
    /** Defaults to the student. */
    side?: Side
  }
  withdrawal: {
    what: 'approved' | 'rejected' | 'processed' | 'came_back'
    amountPaise: number
    reason?: string | undefined
    /** True when no bank was involved. */
    isDemo?: boolean
  }
  refund: { what: 'granted' | 'refused' | 'taken'; sessionId: string; amountPaise: number }
  feedback: { what: 'feedback' | 'review' | 'answer'; sessionId: string; stars?: number }
  /** `suggestsBooking`: the link leads to the times for a follow-up. */
  summary: { sessionId: string; suggestsBooking?: true }
  application: {
    what: 'accepted' | 'verified' | 'approved' | 'suspended'
    check?: string
    reason?: string | undefined
  }
  security: {
    what:
      | 'new_sign_in'
      | 'password_changed'
      | 'guesses'
      | 'second_factor_on'
      | 'second_factor_off'
      | 'passkey_added'
      | 'passkey_removed'
      | 'recovery_codes'
      | 'team_changed'
    browser?: string
    /** A separate mail has a link that undoes it. */
    isUndoable?: true
    /** A member of the team, who needs a second factor. */
    isTeam?: true
    /** An administrator did it for the person. */
    byTeam?: true
    /** For administrators: a change of the members or of the payout limit. */
    change?: 'invited' | 'role' | 'ended' | 'restored' | 'payout_limit'
    teamRole?: TeamRole
    amountPaise?: number
  }
}
export type StoredKind = keyof NotificationFacts

/** One kind with its facts. */
export type NotificationContent = {
  [Kind in StoredKind]: { kind: Kind; facts: NotificationFacts[Kind] }
}[StoredKind]

/** The text, the same on every channel. */
export type NotificationText = {
  title: string
  body: string
  href: string
  /** The label of the link in a mail. */
  action: string
  /** Too private for a lock screen; shown on the page and in mails. */
  detail?: string | undefined
}

/** One row of the list. */
export type NotificationRow = {
  id: string
  /** Keeps its earlier name, because pages of the previous build read it. */
  told: NotificationContent
  /** The other person; null when there is none, or their account was deleted. */
  name: string | null
  createdAt: Date
  isRead: boolean
}
export type NotificationPage = { rows: NotificationRow[]; next: string | null }

/** The state of the bell. It is also sent to open pages after every change. */
export type Bell = { unread: number; latest: { id: string; title: string } | null }

/** A missing choice means the default. */
export const choices = z.partialRecord(z.enum(notificationKinds), z.partialRecord(z.enum(channels), z.boolean()))
export type NotificationChoices = z.infer<typeof choices>

const minuteOfDay = z.int().min(0).max(1_439)
const quietHours = z
  .object({ fromMinute: minuteOfDay, toMinute: minuteOfDay })
  .refine(({ fromMinute, toMinute }) => fromMinute !== toMinute)
export type QuietHours = z.infer<typeof quietHours>

export const preferences = z.object({
  choices,
  quiet: z.nullable(quietHours),
  /** The time zone of the quiet hours. */
  zone: z.string().min(1).max(40),
})
export type Preferences = z.infer<typeof preferences>

export const notificationChoice = z.object({ id: z.uuid() })

/** The payload for the service worker, which has no other data to show. */
export type PushMessage = {
  id: string
  kind: NotificationKind
  title: string
  body: string
  href: string
  /** A later message with the same tag replaces the one shown. */
  tag: string
  /** Only for a ring: the session that can be accepted or declined. */
  call?: { sessionId: string }
  /** The ring is over: this message replaces it silently and does not persist. */
  quiet?: true
  /** The service worker sends this back immediately, so that we know that the ring arrived. */
  receipt?: string
}

/** 65 and 16 bytes as base64url. */
const point = z.string().regex(/^[\w-]{87}$/)
const secret = z.string().regex(/^[\w-]{22}$/)

/** The format of `PushSubscription.toJSON()`. */
export const pushSubscription = z.object({
  endpoint: z.url().max(pushEndpointMaxLength),
  keys: z.object({ p256dh: point, auth: secret }),
  /** The previous endpoint of the same browser. */
  replaces: z.url().max(pushEndpointMaxLength).optional(),
})

export const pushEndpoint = pushSubscription.pick({ endpoint: true })

export const pushReceipt = z.object({ token: z.string().length(43) })

export type Audience = Exclude<Role, 'user'>
