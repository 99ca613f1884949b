import { z } from 'zod'
import { channels, type NotificationKind, notificationKinds } from '#domain/notifications/states.ts'
import type { Role } from '#domain/policy.ts'
import { pushEndpointMaxLength } from '#kernel/limits.ts'

export type { NotificationKind }

type Side = 'student' | 'expert'

/** What is kept of each kind: enough to find the words. A ring is no row, it is sent and gone. */
export type NotificationFacts = {
  missed_call: { sessionId: string }
  online: { expertId: string }
  booking: {
    what: 'made' | 'changed' | 'called_off' | 'missed'
    bookingId: string
    side: Side
    startsAt: string
    /** The clock by which the reader planned. */
    zone: string
  }
  reminder: { bookingId: string; side: Side; startsAt: string; zone: string; minutesBefore: number }
  low_balance: { leftPaise: number }
  money: {
    what: 'added' | 'sent_back' | 'arrived' | 'returned' | 'corrected_up' | 'corrected_down'
    amountPaise: number
    /** The student's where nothing is said. */
    side?: Side
  }
  withdrawal: {
    what: 'approved' | 'rejected' | 'processed' | 'came_back'
    amountPaise: number
    reason?: string | undefined
    /** No bank was involved. */
    isDemo?: boolean
  }
  refund: { what: 'granted' | 'refused' | 'taken'; sessionId: string; amountPaise: number }
  feedback: { what: 'feedback' | 'review' | 'answer'; sessionId: string; stars?: number }
  application: {
    what: 'accepted' | 'verified' | 'approved' | 'suspended'
    check?: string
    reason?: string | undefined
  }
  security: { what: 'new_sign_in' | 'password_changed' | 'second_factor_on'; browser?: string }
}
export type StoredKind = keyof NotificationFacts

/** One kind with its own facts. */
export type NotificationContent = {
  [Kind in StoredKind]: { kind: Kind; facts: NotificationFacts[Kind] }
}[StoredKind]

/** The words of it, the same on every channel. */
export type NotificationText = {
  title: string
  body: string
  /** Where it leads. */
  href: string
  /** What the link in a mail says. */
  action: string
  /** More than a lock screen should show; for the page and for mails. */
  detail?: string | undefined
}

/** One line of the list. */
export type NotificationRow = {
  id: string
  content: NotificationContent
  /** The other person in it; null when there is none, or none any more. */
  name: string | null
  createdAt: Date
  isRead: boolean
}
export type NotificationPage = { rows: NotificationRow[]; next: string | null }

/** What the bell knows, and hears of when it changes. */
export type Bell = { unread: number; latest: { id: string; title: string } | null }

/** Only what differs from the usual. */
export const choices = z.partialRecord(
  z.enum(notificationKinds),
  z.partialRecord(z.enum(channels), z.boolean()),
)
export type NotificationChoices = z.infer<typeof choices>

const minuteOfDay = z.int().min(0).max(1_439)
const quietHours = z
  .object({ fromMinute: minuteOfDay, toMinute: minuteOfDay })
  .refine(({ fromMinute, toMinute }) => fromMinute !== toMinute)
export type QuietHours = z.infer<typeof quietHours>

export const preferences = z.object({
  choices,
  quiet: z.nullable(quietHours),
  /** In which the quiet hours are hours. */
  zone: z.string().min(1).max(40),
})
export type Preferences = z.infer<typeof preferences>

export const notificationChoice = z.object({ id: z.uuid() })

/** What a service worker is told. It knows nothing else: everything that it shows stands here. */
export type PushMessage = {
  id: string
  kind: NotificationKind
  title: string
  body: string
  href: string
  /** What comes later under the same tag takes the place of what is shown. */
  tag: string
  /** It rings: this session can be accepted and declined. */
  call?: { sessionId: string }
  /** Makes no sound and does not stay: it takes the place of a ring that is over. */
  quiet?: true
  /** To be sent back at once, so that we know that the ring has arrived. */
  receipt?: string
}

/** 65 and 16 bytes as base64url. */
const point = z.string().regex(/^[\w-]{87}$/)
const secret = z.string().regex(/^[\w-]{22}$/)

/** As browsers describe their subscription (`PushSubscription.toJSON()`). */
export const pushSubscription = z.object({
  endpoint: z.url().max(pushEndpointMaxLength),
  keys: z.object({ p256dh: point, auth: secret }),
  /** The address that the same browser had before. */
  replaces: z.url().max(pushEndpointMaxLength).optional(),
})

export const pushEndpoint = pushSubscription.pick({ endpoint: true })

export const pushReceipt = z.object({ token: z.string().length(43) })

export type Audience = Exclude<Role, 'user'>
