import type {
  Audience,
  NotificationChoices,
  StoredKind,
  Preferences,
  QuietHours,
  NotificationContent,
} from '#domain/notifications/contract.ts'
import {
  type Channel,
  channels,
  type DeliveryState,
  type NotificationKind,
  notificationKinds,
} from '#domain/notifications/states.ts'
import type { Role } from '#domain/policy.ts'
import { clockMinutes } from '#kernel/days.ts'
import { notificationMaxAgeHours, pushAttemptsMax } from '#kernel/limits.ts'
import { hoursLater } from '#kernel/time.ts'

/** 'always' cannot be switched off, 'never' is not offered, 'on' and 'off' are defaults that a person can change. */
type ChannelDefault = 'always' | 'on' | 'off' | 'never'

/** 'besides': mails are always sent. 'instead': only when push reached no browser. */
type MailMode = 'besides' | 'instead'

type DeliveryRule = Record<Channel, ChannelDefault> & {
  audience: Audience[]
  mailMode: MailMode
  /** Does not wait for the end of quiet hours. */
  isUrgent?: true
  /** The time after which it is no longer sent; absent if it does not expire. */
  freshMinutes?: number
}

const allAudiences: Audience[] = ['student', 'expert', 'team']
const studentsAndExperts: Audience[] = ['student', 'expert']
const mailInsteadOfPush = { page: 'on', push: 'on', mail: 'on', mailMode: 'instead' } as const
const mailBesidesPush = { page: 'on', push: 'on', mail: 'on', mailMode: 'besides' } as const

export const deliveryRules: Record<NotificationKind, DeliveryRule> = {
  // Experts turn rings on and off with the online switch.
  incoming_call: {
    audience: ['expert'],
    page: 'never',
    push: 'always',
    mail: 'never',
    mailMode: 'instead',
    isUrgent: true,
  },
  missed_call: { ...mailInsteadOfPush, audience: ['expert'], mail: 'off' },
  // The alert of an unanswered question is also mailed besides push; see `mailModeOf`.
  online: { ...mailInsteadOfPush, audience: ['student'], isUrgent: true, freshMinutes: 30 },
  // Booking mails are sent separately, because they carry the calendar file.
  booking: { ...mailBesidesPush, audience: studentsAndExperts, mail: 'never' },
  reminder: { ...mailInsteadOfPush, audience: studentsAndExperts, isUrgent: true },
  low_balance: { ...mailInsteadOfPush, audience: ['student'] },
  money: { ...mailBesidesPush, audience: studentsAndExperts },
  // A payout to a bank is also relevant to security.
  withdrawal: { ...mailBesidesPush, audience: ['expert'], mail: 'always' },
  refund: { ...mailBesidesPush, audience: studentsAndExperts },
  feedback: { ...mailInsteadOfPush, audience: studentsAndExperts },
  summary: { ...mailInsteadOfPush, audience: ['student'] },
  application: { ...mailBesidesPush, audience: ['expert'], page: 'always', mail: 'always' },
  security: { ...mailBesidesPush, audience: allAudiences, page: 'always', mail: 'always', isUrgent: true },
}

/** The minutes after which a notification expires. A reminder expires when its session starts. */
export function freshMinutesOf(content: NotificationContent): number | undefined {
  return content.kind === 'reminder' ? content.facts.minutesBefore : deliveryRules[content.kind].freshMinutes
}

/** An unanswered question is notified only once, so its alert uses both channels. */
export function mailModeOf(content: NotificationContent): MailMode {
  const isOfQuestion = content.kind === 'online' && content.facts.requestId !== undefined
  return isOfQuestion ? 'besides' : deliveryRules[content.kind].mailMode
}

/** The kinds that a role can configure, in display order. */
export function kindsFor(role: Role): NotificationKind[] {
  const audience = role === 'user' ? 'student' : role
  return notificationKinds.filter((kind) => deliveryRules[kind].audience.includes(audience))
}

export function isConfigurable(kind: NotificationKind, channel: Channel): boolean {
  return deliveryRules[kind][channel] === 'on' || deliveryRules[kind][channel] === 'off'
}

export function isChannelEnabled(kind: NotificationKind, channel: Channel, choices: NotificationChoices): boolean {
  const defaultSetting = deliveryRules[kind][channel]
  if (!isConfigurable(kind, channel)) return defaultSetting === 'always'
  return choices[kind]?.[channel] ?? defaultSetting === 'on'
}

/** The initial state of each channel for a notification. */
export function planDeliveries(
  kind: StoredKind,
  {
    choices,
    withMail,
    isPast = false,
  }: { choices: NotificationChoices; withMail: boolean; isPast?: boolean | undefined },
): { channel: Channel; state: DeliveryState }[] {
  return channels
    .filter((channel) => deliveryRules[kind][channel] !== 'never')
    .map((channel) => {
      if (channel === 'mail' && !withMail) return { channel, state: 'unneeded' }
      if (!isChannelEnabled(kind, channel, choices)) return { channel, state: 'off' }
      if (isPast) return { channel, state: channel === 'page' ? 'delivered' : 'unneeded' }
      return { channel, state: 'planned' }
    })
}

export type Delivery = { channel: Channel; state: DeliveryState; tries: number }

type DeliveryProgress = {
  kind: StoredKind
  mailMode: MailMode
  createdAt: Date
  freshMinutes?: number | undefined
  readAt: Date | null
  deliveries: Delivery[]
  preferences: Preferences
  now: Date
}

type DeliveryStep =
  | { do: 'deliver'; channel: Channel }
  | { do: 'skip'; channel: Channel; reason: string }
  | { do: 'wait'; until: Date }
  | { do: 'end' }

/**
 * The next step of a delivery: the page immediately, then push, then mail. A channel that failed or has no recipient is
 * followed by the next one. Expired notifications are skipped.
 */
export function nextDeliveryStep(progress: DeliveryProgress): DeliveryStep {
  const { kind, mailMode, createdAt, freshMinutes, readAt, deliveries, preferences, now } = progress
  const next = channels.find((channel) => stateOf(deliveries, channel) === 'planned')
  if (!next) return { do: 'end' }
  if (next === 'page') return { do: 'deliver', channel: next }
  const skip = (reason: string): DeliveryStep => ({ do: 'skip', channel: next, reason })
  // A delivery that has begun may take longer, unless the notification expires.
  const isNew = triesOf(deliveries, next) === 0
  const isOld = isNew && now >= hoursLater(createdAt, notificationMaxAgeHours)
  const isExpired = freshMinutes !== undefined && now >= hoursLater(createdAt, freshMinutes / 60)
  if (isOld || isExpired) return skip('It was too late to send it.')
  const isMailAlwaysSent = next === 'mail' && mailMode === 'besides'
  // A notification with the page switched off is stored as read, which does not mean that the reader saw it.
  const wasRead = readAt !== null && stateOf(deliveries, 'page') !== 'off'
  if (wasRead && !isMailAlwaysSent) return skip('It was already read.')
  if (next === 'mail' && !isMailAlwaysSent && stateOf(deliveries, 'push') === 'delivered') {
    return skip('It was delivered by push.')
  }
  const until = deliveryRules[kind].isUrgent ? null : quietUntil(preferences, now)
  return until ? { do: 'wait', until } : { do: 'deliver', channel: next }
}

function stateOf(deliveries: Delivery[], channel: Channel): DeliveryState | undefined {
  return deliveries.find((delivery) => delivery.channel === channel)?.state
}

function triesOf(deliveries: Delivery[], channel: Channel): number {
  return deliveries.find((delivery) => delivery.channel === channel)?.tries ?? 0
}

/** Whether a failed channel is retried before the next one. */
export function shouldRetryChannel({ channel, tries }: Pick<Delivery, 'channel' | 'tries'>): boolean {
  return channel !== 'push' || tries < pushAttemptsMax
}

const dayMinutes = 1_440

/** The end of the current quiet hours, even across clock changes; null outside of them. */
export function quietUntil({ quiet, zone }: Pick<Preferences, 'quiet' | 'zone'>, now: Date): Date | null {
  if (!quiet) return null
  const minute = clockMinutes(now, zone)
  if (!isQuiet(quiet, minute)) return null
  const waitMinutes = (quiet.toMinute - minute + dayMinutes) % dayMinutes
  const flooredMs = Math.floor(now.getTime() / 60_000) * 60_000
  const end = new Date(flooredMs + waitMinutes * 60_000)
  const shiftedMinutes = clockMinutes(end, zone) - quiet.toMinute
  // A clock change before the end shifts it, in either direction.
  const lateMinutes = ((shiftedMinutes + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2
  const adjustedEnd = new Date(end.getTime() - lateMinutes * 60_000)
  // In spring the clocks skip an hour, which may contain the end.
  return clockMinutes(adjustedEnd, zone) === quiet.toMinute ? adjustedEnd : end
}

function isQuiet({ fromMinute, toMinute }: QuietHours, minute: number): boolean {
  return fromMinute < toMinute ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute
}

/** Whether this change crossed the threshold. Further changes below it do not notify again. */
export function hasDroppedBelow({
  before,
  after,
  threshold,
}: {
  before: number
  after: number
  threshold: number
}): boolean {
  return before >= threshold && after < threshold
}
