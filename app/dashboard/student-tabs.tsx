import { Activity, KeyRound, UserRoundPen } from 'lucide-react'
import type { ReactNode } from 'react'
import { BookingRows } from '#app/bookings/booking-rows.tsx'
import { Favourites } from '#app/discovery/favourites.tsx'
import { ExpertFeedback, type ShownFeedback } from '#app/reviews/expert-feedback.tsx'
import { AllSessions, SessionRows } from '#app/sessions/session-rows.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#app/ui/tabs.tsx'
import type { BookingView } from '#domain/bookings/contract.ts'
import type { ExpertCard } from '#domain/discovery/contract.ts'
import type { SessionStatistics, SessionView } from '#domain/sessions/contract.ts'
import { upcomingShownMax } from '#kernel/limits.ts'

type Props = {
  statistics: SessionStatistics
  /** Average of the stars the student gave; null before the first review. */
  averageGiven: number | null
  sessions: SessionView[]
  favourites: ExpertCard[]
  upcoming: BookingView[]
  feedback: Promise<ShownFeedback>
  opened: 'overview' | 'reviews'
}

export function StudentTabs(props: Props) {
  const { statistics, averageGiven, sessions, favourites, upcoming, feedback, opened } = props
  return (
    <Tabs defaultValue={opened} className="mt-8">
      <TabList aria-label="Your profile">
        <Tab value="overview">Overview</Tab>
        <Tab value="reviews">Expert Reviews</Tab>
        <Tab value="settings">Settings</Tab>
      </TabList>
      <TabPanel value="overview" className="grid items-start gap-5 lg:grid-cols-2">
        {upcoming.length > 0 && <Upcoming bookings={upcoming} />}
        <Statistics statistics={statistics} averageGiven={averageGiven} />
        <RecentActivity sessions={sessions} />
        <Favourites experts={favourites} />
      </TabPanel>
      <TabPanel value="reviews">
        <h2 className="sr-only">Expert Reviews</h2>
        <ExpertFeedback page={feedback} />
      </TabPanel>
      <TabPanel value="settings" className="grid gap-4 md:grid-cols-2">
        <Setting
          title="Profile"
          text="Your name, photo, phone number, languages and what experts should know about you."
          action={
            <ButtonLink to="/user/profile/edit" variant="outline">
              <UserRoundPen className="size-4.5" aria-hidden="true" />
              Edit Profile Information
            </ButtonLink>
          }
        />
        <Setting
          title="Security"
          text="Your password, and where you are signed in."
          action={
            <ButtonLink to="/user/security" variant="outline">
              <KeyRound className="size-4.5" aria-hidden="true" />
              Password and sign-ins
            </ButtonLink>
          }
        />
      </TabPanel>
    </Tabs>
  )
}

function Upcoming({ bookings }: { bookings: BookingView[] }) {
  return (
    <Card as="section" className="lg:col-span-2">
      <CardHeader
        title="Upcoming"
        action={
          <ButtonLink to="/user/bookings" variant="outline" size="small">
            All bookings
          </ButtonLink>
        }
      />
      <BookingRows bookings={bookings.slice(0, upcomingShownMax)} label="Your next sessions" />
    </Card>
  )
}

type StatisticsProps = Pick<Props, 'statistics' | 'averageGiven'>

function Statistics({ statistics: { total, thisMonth }, averageGiven }: StatisticsProps) {
  const figures = [
    { label: 'Total Sessions', value: String(total) },
    { label: 'This Month', value: String(thisMonth) },
    { label: 'Average Rating', value: averageGiven?.toFixed(1) ?? '-' },
  ]
  return (
    <Card as="section">
      <CardHeader title="Session Statistics" description="Billed sessions and the average rating you gave" />
      <dl className="divide-y divide-line">
        {figures.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-4 py-3 first:pt-0 last:pb-0">
            <dt className="text-soft">{label}</dt>
            <dd className="figures text-title font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function RecentActivity({ sessions }: { sessions: SessionView[] }) {
  return (
    <Card as="section">
      <CardHeader title="Recent Activity" action={sessions.length > 0 && <AllSessions to="/user/sessions" />} />
      {sessions.length > 0 ? (
        <SessionRows sessions={sessions} label="Your latest sessions" />
      ) : (
        <div className="flex flex-col items-center py-4 text-center">
          <Activity className="size-6 text-quiet" aria-hidden="true" />
          <h3 className="mt-3 font-semibold">No recent activity</h3>
          <p className="mt-1 text-soft">Start your first session to see activity here</p>
          <ButtonLink to="/experts" variant="outline" className="mt-5">
            Find Experts
          </ButtonLink>
        </div>
      )}
    </Card>
  )
}

function Setting({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return (
    <Card as="section" className="flex flex-col items-start">
      <h2 className="text-lead font-semibold">{title}</h2>
      <p className="mt-1 mb-5 text-soft">{text}</p>
      <div className="mt-auto">{action}</div>
    </Card>
  )
}
