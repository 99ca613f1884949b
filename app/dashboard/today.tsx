import { CalendarCheck, Inbox, TrendingUp, Wallet } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { dayText } from '#app/base/time-text.ts'
import { NextBooking, type ShownBoard } from '#app/dashboard/next-booking.tsx'
import { WaitingCard } from '#app/dashboard/waiting-card.tsx'
import { FeedbackReminder } from '#app/reviews/feedback-reminder.tsx'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { StatTile, StatTiles } from '#app/ui/stat-tile.tsx'
import { useNow } from '#app/ui/use-now.ts'
import type { BookedIncome, BookingView } from '#domain/bookings/contract.ts'
import type { FeedbackReminders } from '#domain/reviews/contract.ts'
import type { WaitingForExpert } from '#domain/sessions/contract.ts'
import type { DayOfEarnings } from '#domain/wallet/contract.ts'
import { earnedEarlierThisWeek } from '#domain/wallet/rules.ts'
import { counted } from '#kernel/count-text.ts'
import { formatRupees, type Paise, paise } from '#kernel/money.ts'

export type ShownToday =
  | {
      waiting: WaitingForExpert
      bookedIncome: BookedIncome
      /** The boards that the expert has prepared last. */
      boards: ShownBoard[]
    }
  | { problem: true }

type Props = {
  today: ShownToday
  earnedTodayPaise: Paise
  days: DayOfEarnings[]
  reminders: FeedbackReminders
  upcoming: BookingView[]
  zone: string
  now: Date
}

/** The start of the dashboard: income, the next booking, and what waits for the expert. */
export function Today({ today, earnedTodayPaise, days, reminders, upcoming, zone, now: serverNow }: Props) {
  const now = useNow(serverNow)
  const loaded = 'problem' in today ? null : today
  const [next] = upcoming
  return (
    <section aria-labelledby="today" className="mb-8 grid gap-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="today" className="text-title">
          Today
        </h2>
        <p className="text-soft">{dayText(now, zone)}</p>
      </div>
      <StatTiles>
        <StatTile label="Earned today" value={formatRupees(earnedTodayPaise)} icon={<TrendingUp />} />
        <StatTile
          label="This week"
          value={formatRupees(paise(earnedEarlierThisWeek(days) + earnedTodayPaise))}
          hint="Since Monday"
          icon={<Wallet />}
        />
        {loaded && <BookedTile {...loaded.bookedIncome} />}
        {loaded && (
          <StatTile
            label="Waiting for you"
            value={reminders.total + loaded.waiting.chats.total + loaded.waiting.calls.total}
            icon={<Inbox />}
          />
        )}
      </StatTiles>
      {!loaded && <NotLoaded />}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <NextBooking booking={next} boards={loaded?.boards ?? []} zone={zone} now={now} />
        <div className="grid grid-cols-1 gap-4">
          <FeedbackReminder reminders={reminders} />
          {loaded && <WaitingCard waiting={loaded.waiting} hasReminders={reminders.total > 0} zone={zone} now={now} />}
        </div>
      </div>
    </section>
  )
}

function BookedTile({ count, amountPaise }: BookedIncome) {
  return (
    <StatTile
      label="Already booked"
      value={formatRupees(amountPaise)}
      hint={count > 0 ? `Your part of ${counted(count, 'session')}` : undefined}
      icon={<CalendarCheck />}
    />
  )
}

function NotLoaded() {
  const { revalidate, state } = useRevalidator()
  return (
    <Notice
      tone="bad"
      title="Messages, missed calls and booked income did not load"
      action={
        <Button variant="outline" size="small" busy={state !== 'idle'} onClick={() => void revalidate()}>
          Load them again
        </Button>
      }
    >
      The rest of the page is complete.
    </Notice>
  )
}
