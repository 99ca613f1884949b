import { randomUUID } from 'node:crypto'
import { runFormAction } from '#app/base/form-actions.server.ts'
import type { DoneForm } from '#app/base/forms/form-answer.ts'
import { readSeenVersion } from '#app/base/forms/read-version.server.ts'
import { useRevalidateOnTopic } from '#app/base/live/use-revalidate-on-topic.ts'
import { LoadError } from '#app/base/load-error.tsx'
import { redirectFromSchedule } from '#app/base/own-pages.server.ts'
import { readForm, serve } from '#app/base/serve.server.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { zoneOf } from '#app/base/zone.server.ts'
import { useZone } from '#app/base/zone.tsx'
import { Locked } from '#app/experts/locked.tsx'
import { CalendarFeedCard } from '#app/schedule/calendar-feed-card.tsx'
import { ExceptionsCard } from '#app/schedule/exceptions-card.tsx'
import { ExternalCalendarCard } from '#app/schedule/external-calendar-card.tsx'
import { HoursForm } from '#app/schedule/hours-form.tsx'
import { WeekCalendar } from '#app/schedule/week-calendar.tsx'
import { readWeek } from '#app/schedule/week.ts'
import { BackLink } from '#app/ui/back-link.tsx'
import { useNow } from '#app/ui/use-now.ts'
import {
  findOwnCalendarFeed,
  renewCalendarFeed,
  startCalendarFeed,
  stopCalendarFeed,
} from '#domain/bookings/calendar-feed.server.ts'
import { getCalendar } from '#domain/bookings/calendar.server.ts'
import type { Calendar, CalendarFeed } from '#domain/bookings/contract.ts'
import { countBookedOn } from '#domain/bookings/queries.server.ts'
import type { Context } from '#domain/context.server.ts'
import { connectCalendar, disconnectCalendar, requestReading } from '#domain/schedule/connect-calendar.server.ts'
import type { ExternalCalendar, OwnSchedule } from '#domain/schedule/contract.ts'
import { addException, removeException } from '#domain/schedule/exceptions.server.ts'
import { findExternalCalendar } from '#domain/schedule/external-calendar.server.ts'
import { countOwnTimes } from '#domain/schedule/list-slots.server.ts'
import { getOwnSchedule } from '#domain/schedule/queries.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { counted } from '#kernel/count-text.ts'
import { canonicalZone } from '#kernel/zones.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/schedule.route'

export const loader = serve(
  { policy: 'expert', otherwise: redirectFromSchedule },
  async ({ context, product }, { request }: Route.LoaderArgs) => {
    const { actor } = context
    const approval = actor.approval ?? 'pending'
    if (approval !== 'approved') return { approval }
    const calendarQuery = { day: new URL(request.url).searchParams.get('day'), zone: zoneOf(actor, request) }
    const [own, calendar, external, feed] = await Promise.all([
      getOwnSchedule(context),
      getCalendar(context, calendarQuery),
      findExternalCalendar(context),
      findOwnCalendarFeed(context, product),
    ])
    return { approval, own, calendar, external, feed, now: context.clock.now(), nextId: randomUUID() }
  },
)

export const action = serve('expert', async ({ context, calendars }, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  return runFormAction(form, {
    save: () => save(context, form),
    add_exception: () => add(context, form),
    remove_exception: async () => {
      await removeException(context, { id: String(form.get('id') ?? '') })
      return `Removed. ${await remainingSlotsText(context)}`
    },
    connect_calendar: async () => {
      await connectCalendar({ ...context, calendars }, { url: String(form.get('url') ?? '') })
      return 'Connected. We are reading the calendar.'
    },
    read_calendar: () => requestReading(context).then(() => 'We are reading the calendar.'),
    disconnect_calendar: () => disconnectCalendar(context).then(() => 'Disconnected.'),
    start_feed: () => startCalendarFeed(context).then(() => 'Your private address is ready.'),
    renew_feed: () => renewCalendarFeed(context).then(() => 'Replaced. The earlier address has stopped.'),
    stop_feed: () => stopCalendarFeed(context).then(() => 'Switched off. The address has stopped.'),
  })
})

async function save(context: Context, form: FormData): Promise<DoneForm> {
  const version = await saveSchedule(context, {
    zone: String(form.get('zone') ?? '').trim(),
    bufferMinutes: readNumber(form, 'bufferMinutes'),
    noticeMinutes: readNumber(form, 'noticeMinutes'),
    weekly: readWeek(form),
    version: readSeenVersion(form),
  })
  return { done: `Saved. ${await remainingSlotsText(context)}`, version }
}

async function add(context: Context, form: FormData): Promise<string> {
  const firstDay = String(form.get('firstDay') ?? '')
  const days = { firstDay, lastDay: String(form.get('lastDay') ?? '') || firstDay }
  const kind = form.get('kind')
  if (kind !== 'hours' && kind !== 'off') throw new Refusal('invalid_input')
  const hours = kind === 'hours' ? { fromMinute: readNumber(form, 'from'), toMinute: readNumber(form, 'to') } : null
  await addException(context, { id: String(form.get('id') ?? ''), ...days, hours })
  const booked = await countBookedOn(context, days)
  const bookedText = `${counted(booked, 'existing booking stays', 'existing bookings stay')} booked.`
  return ['Saved.', ...(booked > 0 ? [bookedText] : []), await remainingSlotsText(context)].join(' ')
}

async function remainingSlotsText(context: Context): Promise<string> {
  const count = await countOwnTimes(context)
  if (count === 0) return 'Nothing can be booked in the next 7 days.'
  return `${counted(count, 'time')} can be booked in the next 7 days.`
}

function readNumber(form: FormData, name: string): number {
  return Number(form.get(name) || Number.NaN)
}

export const meta = () => [{ title: 'Your Schedule' }, { name: 'robots', content: 'noindex' }]

export default function SchedulePage({ loaderData }: Route.ComponentProps) {
  const { approval } = loaderData
  return (
    <div className="page py-6 md:py-10">
      <BackLink to="/expert/profile">Back to profile</BackLink>
      <h1 className="mt-2 mb-6 text-title">Your Schedule</h1>
      {approval === 'approved' ? (
        <Schedule {...loaderData} />
      ) : (
        <Locked approval={approval} sentenceStart="Your schedule opens" level={2} />
      )}
    </div>
  )
}

type Props = {
  own: OwnSchedule
  calendar: Calendar
  /** Missing in responses of the previous version. */
  external?: ExternalCalendar | null
  feed?: CalendarFeed | null
  now: Date
  nextId: string
}

function Schedule({ own, calendar, external, feed, now: serverNow, nextId }: Props) {
  const viewer = useViewer()
  const zone = useZone()
  const now = useNow(serverNow)
  const hasSchedule = own.schedule !== null
  useRevalidateOnTopic(viewer ? `rings:${viewer.id}` : null, () => false)
  return (
    <div className="grid grid-cols-1 gap-5">
      <WeekCalendar calendar={calendar} now={now} />
      <HoursForm own={own} zone={canonicalZone(zone)} now={now} />
      <ExceptionsCard exceptions={own.exceptions} today={calendar.today} nextId={nextId} hasSchedule={hasSchedule} />
      {external !== undefined && (
        <ExternalCalendarCard calendar={external} hasSchedule={hasSchedule} zone={calendar.zone} now={now} />
      )}
      {feed !== undefined && <CalendarFeedCard feed={feed} hasSchedule={hasSchedule} zone={calendar.zone} now={now} />}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LoadError
      heading="Your schedule did not load"
      text="An unexpected error occurred. Please try again later."
      error={error}
    />
  )
}
