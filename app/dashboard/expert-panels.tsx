import { CalendarCheck, IndianRupee, MessageSquareText, Star, TrendingUp } from 'lucide-react'
import { Locked } from '#app/experts/locked.tsx'
import { GoOnline } from '#app/experts/go-online.tsx'
import type { Online } from '#app/experts/use-online.ts'
import { EarningsChart, hasEarnings } from '#app/wallet/earnings-chart.tsx'
import { AnswerForm } from '#app/reviews/answer-form.tsx'
import { ExpertReviews, type ShownReviews } from '#app/reviews/expert-reviews.tsx'
import { AllSessions, SessionRows } from '#app/sessions/session-rows.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { StatTile, StatTiles } from '#app/ui/stat-tile.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#app/ui/tabs.tsx'
import type { OwnExpert } from '#domain/experts/contract.ts'
import type { SessionView } from '#domain/sessions/contract.ts'
import type { DayOfEarnings } from '#domain/wallet/contract.ts'
import { formatRupees } from '#kernel/money.ts'

export function ExpertFigures({ expert }: { expert: OwnExpert }) {
  const { rating, reviews, sessions, todaysEarningsPaise } = expert
  return (
    <StatTiles>
      <StatTile label="Rating" value={rating === null ? 'N/A' : rating.toFixed(1)} icon={<Star />} />
      <StatTile label="Reviews" value={reviews} icon={<MessageSquareText />} />
      <StatTile label="Sessions" value={sessions} icon={<CalendarCheck />} />
      <StatTile label="Today's Earnings" value={formatRupees(todaysEarningsPaise)} icon={<TrendingUp />} />
    </StatTiles>
  )
}

export function WalletCard({ expert }: { expert: OwnExpert }) {
  if (expert.approval !== 'approved') {
    return (
      <Locked
        approval={expert.approval}
        sentenceStart="Your wallet and withdrawals open"
        level={2}
        reason={expert.approvalReason}
      />
    )
  }
  return (
    <Card as="section">
      <CardHeader title="Wallet" description="Your earnings from completed sessions" />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-5">
        <p className="figures text-display font-semibold">{formatRupees(expert.walletBalancePaise)}</p>
        <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
          <ButtonLink to="/expert/wallet#transactions" variant="outline">
            View Transactions
          </ButtonLink>
          <ButtonLink to="/expert/wallet#withdraw-funds" variant="outline">
            Withdraw Funds
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}

type TabsProps = {
  expert: OwnExpert
  online: Online
  days: DayOfEarnings[]
  sessions: SessionView[]
  reviews: ShownReviews
  opened: 'sessions' | 'reviews'
}

export function ExpertTabs({ expert, online, days, sessions, reviews, opened }: TabsProps) {
  const { approval } = expert
  return (
    <Tabs defaultValue={opened}>
      <TabList aria-label="Your work">
        <Tab value="sessions">Sessions</Tab>
        <Tab value="earnings">Earnings</Tab>
        <Tab value="reviews">Reviews</Tab>
      </TabList>
      <TabPanel value="sessions">
        <h2 className="sr-only">Sessions</h2>
        {approval === 'approved' ? (
          sessions.length > 0 ? (
            <LatestSessions sessions={sessions} />
          ) : (
            <NoSessions online={online} />
          )
        ) : (
          <Locked approval={approval} sentenceStart="Sessions open" />
        )}
      </TabPanel>
      <TabPanel value="earnings">
        <h2 className="sr-only">Earnings</h2>
        {approval === 'approved' ? (
          <Earnings expert={expert} days={days} />
        ) : (
          <Locked approval={approval} sentenceStart="Earnings open" />
        )}
      </TabPanel>
      <TabPanel value="reviews">
        <h2 id="reviews" className="sr-only">
          Reviews
        </h2>
        {approval === 'approved' ? (
          <OwnReviews expert={expert} reviews={reviews} />
        ) : (
          <Locked approval={approval} sentenceStart="Reviews open" />
        )}
      </TabPanel>
    </Tabs>
  )
}

function Earnings({ expert, days }: { expert: OwnExpert; days: DayOfEarnings[] }) {
  if (hasEarnings(days) || expert.sessions > 0) {
    return (
      <Card>
        <EarningsChart days={days} />
        <div className="mt-4 border-t border-line pt-4">
          <ButtonLink to="/expert/wallet" variant="outline" size="small">
            Open the wallet
          </ButtonLink>
        </div>
      </Card>
    )
  }
  return (
    <EmptyState heading="No Earnings Yet" icon={<IndianRupee />} className="py-9">
      Your earnings will appear here after your first session.
    </EmptyState>
  )
}

function OwnReviews({ expert, reviews }: { expert: OwnExpert; reviews: ShownReviews }) {
  if (expert.reviews === 0 && !('problem' in reviews)) {
    return (
      <EmptyState heading="No Reviews Yet" icon={<Star />} className="py-9">
        Students may rate a session once it is over. Until the first review you have no rating.
      </EmptyState>
    )
  }
  return (
    <Card>
      <ExpertReviews shown={reviews} expertName={expert.fullName} path="/expert/profile" AnswerForm={AnswerForm} />
    </Card>
  )
}

function NoSessions({ online }: { online: Online }) {
  return (
    <EmptyState
      heading="No Sessions Yet"
      icon={<CalendarCheck />}
      className="py-9"
      action={online.isOnline ? undefined : <GoOnline online={online} />}
    >
      {online.isOnline
        ? 'You are online. Your sessions will appear here.'
        : 'Go online, so that students can find you and ask for a session.'}
    </EmptyState>
  )
}

function LatestSessions({ sessions }: { sessions: SessionView[] }) {
  return (
    <Card>
      <SessionRows sessions={sessions} label="Your latest sessions" />
      <div className="mt-4 border-t border-line pt-4">
        <AllSessions to="/expert/sessions" />
      </div>
    </Card>
  )
}

export function AboutMe({ expert }: { expert: OwnExpert }) {
  return (
    <Card as="section">
      <CardHeader title="About Me" />
      {expert.brief ? (
        <p className="max-w-prose whitespace-pre-line text-soft wrap-anywhere">{expert.brief}</p>
      ) : (
        <p className="text-soft">Nothing here yet. Add a few sentences to help students decide whether to ask you.</p>
      )}
    </Card>
  )
}
