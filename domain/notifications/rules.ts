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
import { notificationMaxAgeHours, pushTriesMax } from '#kernel/limits.ts'
import { hoursLater } from '#kernel/time.ts'

/** How a channel carries a kind: 'always' cannot be switched off, 'never' is not offered, the rest is what everybody begins with. */
type ChannelDefault = 'always' | 'on' | 'off' | 'never'

type DeliveryRule = Record<Channel, ChannelDefault> & {
  audience: Audience[]
  /** Whether a mail comes in any case, or only where push has reached nobody. */
  mailMode: 'besides' | 'instead'
  /** Worth nothing later, or asked for: it does not wait for the end of quiet hours. */
  isUrgent?: true
  /** For so long it is worth saying, where it is worth nothing later. */
  freshMinutes?: number
}

const allAudiences: Audience[] = ['student', 'expert', 'team']
const studentsAndExperts: Audience[] = ['student', 'expert']
const momentDefaults = { page: 'on', push: 'on', mail: 'on', mailMode: 'instead' } as const
const recordDefaults = { page: 'on', push: 'on', mail: 'on', mailMode: 'besides' } as const

export const deliveryRules: Record<NotificationKind, DeliveryRule> = {
  // An expert asks for rings by the switch, and for their end in the same way.
  incoming_call: {
    audience: ['expert'],
    page: 'never',
    push: 'always',
    mail: 'never',
    mailMode: 'instead',
    isUrgent: true,
  },
  missed_call: { ...momentDefaults, audience: ['expert'], mail: 'off' },
  online: { ...momentDefaults, audience: ['student'], isUrgent: true, freshMinutes: 30 },
  // Its mails bring the calendar file and are part of the booking.
  booking: { ...recordDefaults, audience: studentsAndExperts, mail: 'never' },
  reminder: { ...momentDefaults, audience: studentsAndExperts, isUrgent: true },
  low_balance: { ...momentDefaults, audience: ['student'] },
  money: { ...recordDefaults, audience: studentsAndExperts },
  // Money that leaves for a bank is also a matter of security.
  withdrawal: { ...recordDefaults, audience: ['expert'], mail: 'always' },
  refund: { ...recordDefaults, audience: studentsAndExperts },
  feedback: { ...momentDefaults, audience: studentsAndExperts },
  application: { ...recordDefaults, audience: ['expert'], page: 'always', mail: 'always' },
  security: { ...recordDefaults, audience: allAudiences, page: 'always', mail: 'always', isUrgent: true },
}

/** For how long it is worth saying, where it is worth nothing later: a reminder until what it reminds of. */
export function freshMinutesOf(content: NotificationContent): number | undefined {
  return content.kind === 'reminder' ? content.facts.minutesBefore : deliveryRules[content.kind].freshMinutes
}

/** What somebody of that role can choose about, in the order of the list. */
export function kindsFor(role: Role): NotificationKind[] {
  const audience = role === 'user' ? 'student' : role
  return notificationKinds.filter((kind) => deliveryRules[kind].audience.includes(audience))
}

export function isConfigurable(kind: NotificationKind, channel: Channel): boolean {
  return deliveryRules[kind][channel] === 'on' || deliveryRules[kind][channel] === 'off'
}

export function isChannelEnabled(
  kind: NotificationKind,
  channel: Channel,
  choices: NotificationChoices,
): boolean {
  const defaultSetting = deliveryRules[kind][channel]
  if (!isConfigurable(kind, channel)) return defaultSetting === 'always'
  return choices[kind]?.[channel] ?? defaultSetting === 'on'
}

/** What is to become of each channel that can carry it. */
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
  createdAt: Date
  freshMinutes?: number | undefined
  readAt: Date | null
  deliveries: Delivery[]
  preferences: Preferences
  now: Date
}

export type DeliveryStep =
  | { do: 'deliver'; channel: Channel }
  | { do: 'leave'; channel: Channel; reason: string }
  | { do: 'wait'; until: Date }
  | { do: 'end' }

/**
 * What comes next for something that is to be told: the page at once, then push, then mail. A channel that has failed, or has nobody
 * at its other end, is followed by the next; one that is no longer worth anything is left out.
 */
export function nextDeliveryStep(progress: DeliveryProgress): DeliveryStep {
  const { kind, createdAt, freshMinutes, readAt, deliveries, preferences, now } = progress
  const next = channels.find((channel) => stateOf(deliveries, channel) === 'planned')
  if (!next) return { do: 'end' }
  if (next === 'page') return { do: 'deliver', channel: next }
  const skip = (reason: string): DeliveryStep => ({ do: 'leave', channel: next, reason })
  // What was begun is finished, however long it takes, unless it has come to nothing meanwhile.
  const isNew = triesOf(deliveries, next) === 0
  const isOld = isNew && now >= hoursLater(createdAt, notificationMaxAgeHours)
  const isStale = freshMinutes !== undefined && now >= hoursLater(createdAt, freshMinutes / 60)
  if (isOld || isStale) return skip('It was too late to say it.')
  const isMailAlwaysSent = next === 'mail' && deliveryRules[kind].mailMode === 'besides'
  // What never rang on the page begins as read, which says nothing about its reader.
  const wasRead = readAt !== null && stateOf(deliveries, 'page') !== 'off'
  if (wasRead && !isMailAlwaysSent) return skip('It was read before.')
  if (next === 'mail' && !isMailAlwaysSent && stateOf(deliveries, 'push') === 'delivered') {
    return skip('Push has reached somebody.')
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

/** Whether a channel that has just failed is tried once more before the next one gets its turn. */
export function shouldRetryChannel({ channel, tries }: Pick<Delivery, 'channel' | 'tries'>): boolean {
  return channel !== 'push' || tries < pushTriesMax
}

const dayMinutes = 1_440

/** The end of the quiet hours in which somebody is now, on days on which clocks are changed, too; null outside of them. */
export function quietUntil({ quiet, zone }: Pick<Preferences, 'quiet' | 'zone'>, now: Date): Date | null {
  if (!quiet) return null
  const minute = clockMinutes(now, zone)
  if (!isQuiet(quiet, minute)) return null
  const waitMinutes = (quiet.toMinute - minute + dayMinutes) % dayMinutes
  const flooredMs = Math.floor(now.getTime() / 60_000) * 60_000
  const end = new Date(flooredMs + waitMinutes * 60_000)
  const shifted = clockMinutes(end, zone) - quiet.toMinute
  const late = ((shifted + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2
  const adjustedEnd = new Date(end.getTime() - late * 60_000)
  // In spring the clocks skip an hour, and the end may be in it.
  return clockMinutes(adjustedEnd, zone) === quiet.toMinute ? adjustedEnd : end
}

function isQuiet({ fromMinute, toMinute }: QuietHours, minute: number): boolean {
  return fromMinute < toMinute
    ? minute >= fromMinute && minute < toMinute
    : minute >= fromMinute || minute < toMinute
}

/** Money that goes by the minute: whether this step has brought it from enough to little, which is worth saying once. */
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
