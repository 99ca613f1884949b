import { ArrowRight, BadgeCheck, Timer, Wallet } from 'lucide-react'
import { Link, useRouteLoaderData } from 'react-router'
import type { Viewer } from '#app/features/frame/viewer.ts'
import { CallIllustration } from '#app/features/pages/call-illustration.tsx'
import { Steps } from '#app/features/pages/steps.tsx'
import { livePublicPage, pageMeta } from '#app/public-page.ts'
import { serve } from '#app/serve.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Claims } from '#domain/team/contract.ts'
import { getClaims } from '#domain/team/queries.server.ts'
import { expertEarnsPaisePerMinute, minimumAgeYears, sessionRatePaisePerMinute } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'
import type { Route } from './+types/home'

const rate = formatRupees(sessionRatePaisePerMinute)

export const loader = serve('anyone', async ({ context }) => getClaims(context))

export const headers = livePublicPage

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: `Instant expert help for ${rate} a minute`,
    description: `Talk to a verified tutor, mentor or coach by audio or video for ${rate} a minute. You pay only while you are both connected.`,
    path: '/',
  })

export default function Home({ loaderData: claims }: Route.ComponentProps) {
  return (
    <div className="page">
      <Hero />
      <Promises />
      <section aria-labelledby="steps" className="pt-20 md:pt-28">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8">
          <h2 id="steps" className="text-title">
            From stuck to sorted in three steps
          </h2>
          <Link
            to="/how-it-works"
            className="inline-flex min-h-11 items-center gap-1.5 font-semibold hover:text-accent"
          >
            How It Works
            <ArrowRight className="size-4" aria-hidden="true" />
          </Link>
        </div>
        <Steps />
      </section>
      <ForExperts claims={claims} />
    </div>
  )
}

function Hero() {
  const viewer = useRouteLoaderData<{ viewer: Viewer | null }>('root')?.viewer
  return (
    <section className="grid items-center gap-x-16 gap-y-14 pt-12 md:pt-20 lg:grid-cols-[minmax(0,1fr)_27.5rem]">
      <div>
        <h1 className="text-display">
          Instant expert help for <span className="whitespace-nowrap text-accent">{rate} a minute</span>
        </h1>
        <p className="mt-6 max-w-form text-lead text-soft">
          Stuck on a problem? Talk to a tutor, a mentor or a coach, by audio or video. Stay as long as you
          need and pay only for that.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          {!viewer && (
            <ButtonLink to="/register" size="large">
              Sign up
            </ButtonLink>
          )}
          <ButtonLink to="/experts" size="large" variant={viewer ? 'primary' : 'outline'}>
            Find Experts
          </ButtonLink>
        </div>
        <p className="mt-5 text-small text-quiet">
          No subscription and nothing to pay for signing up. For people of {minimumAgeYears} and over.
        </p>
      </div>
      <CallIllustration />
    </section>
  )
}

const promises = [
  {
    icon: Timer,
    title: 'Billed only while you are both connected',
    text: 'Ringing, reconnecting and waiting cost nothing.',
  },
  {
    icon: BadgeCheck,
    title: 'Verified experts',
    text: 'Our team checks every expert before their first session.',
  },
  {
    icon: Wallet,
    title: 'Your money stays yours',
    text: 'Wallet money never expires, and what you have not used can go back to where it came from.',
  },
]

function Promises() {
  return (
    <section aria-labelledby="promises" className="mt-16 border-y border-line md:mt-24">
      <h2 id="promises" className="sr-only">
        What we promise
      </h2>
      <ul className="grid divide-y divide-line md:grid-cols-3 md:divide-x md:divide-y-0">
        {promises.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4 py-5 md:px-7 md:py-8 md:first:pl-0 md:last:pr-0">
            <Icon className="mt-0.5 size-5 shrink-0 text-quiet" aria-hidden="true" />
            <div>
              <h3 className="text-body">{title}</h3>
              <p className="mt-1 text-small text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ForExperts({ claims }: { claims: Claims }) {
  const facts = [
    {
      figure: formatRupees(expertEarnsPaisePerMinute),
      text: `is yours out of every ${rate} minute.`,
    },
    {
      figure: formatRupees(claims.weeklyEarningsPaise),
      text: 'a week is what our experts earn on average, by our own count.',
    },
    {
      figure: `${claims.approvalHours} hours`,
      text: 'is how quickly we aim to approve a complete application.',
    },
  ]
  return (
    <section
      aria-labelledby="for-experts"
      className="mt-20 grid gap-x-16 gap-y-10 rounded-card border border-line bg-raised p-6 md:mt-28 md:p-12 lg:grid-cols-2"
    >
      <div>
        <h2 id="for-experts" className="text-small text-quiet">
          For Experts
        </h2>
        <p className="mt-3 text-title font-semibold text-balance">Get paid for what you can explain</p>
        <p className="mt-4 text-soft">
          Go online when you have time. Students ring you with their question, and every minute you spend with
          them counts.
        </p>
        <ButtonLink to="/expert-apply" variant="outline" className="mt-7">
          Apply as Expert
        </ButtonLink>
      </div>
      <ul className="divide-y divide-line border-t border-line lg:self-center lg:border-t-0">
        {facts.map(({ figure, text }) => (
          <li key={text} className="grid grid-cols-[6.5rem_1fr] items-baseline gap-4 py-4">
            <strong className="figures text-title font-semibold whitespace-nowrap">{figure}</strong>
            <span className="text-soft">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
