import { callPrice } from '#app/pages/call-price.ts'
import { BadgeCheck, CalendarClock, Lock, PhoneOff, Timer, Zap } from 'lucide-react'
import { PageIntro } from '#app/pages/page-intro.tsx'
import { Questions } from '#app/pages/questions.tsx'
import { Steps } from '#app/pages/steps.tsx'
import { pageMeta, publicPage } from '#app/base/public-page.ts'
import { serve } from '#app/base/serve.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { listCommonAnswers } from '#domain/content/queries.server.ts'
import { counted } from '#kernel/count-text.ts'
import { industries } from '#kernel/industries.ts'
import {
  bookingMinutes,
  freeCancelHours,
  freeUnderSeconds,
  lateCancelFeePercent,
  refundRequestHours,
  sessionRatePaisePerMinute,
} from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'
import type { Route } from './+types/how-it-works.route'
import { clockText } from '#kernel/time.ts'

const rate = formatRupees(sessionRatePaisePerMinute)
const sectionStyle = 'pt-16 md:pt-24'

export const loader = serve('anyone', async ({ context, product }) => listCommonAnswers(context, product.name))

export const headers = publicPage

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'How It Works',
    description: `Find an expert, call, and pay for each started minute that you are both connected, usually ${rate}. How escrow, refunds and cancelling work.`,
    path: '/how-it-works',
  })

export default function HowItWorks({ loaderData: answers }: Route.ComponentProps) {
  return (
    <div className="page">
      <PageIntro title="How It Works">
        You have a question, and someone knows the answer. Here is how you reach each other, what it costs, and what
        happens to your money.
      </PageIntro>
      <section aria-labelledby="steps" className="pt-4 md:pt-6">
        <h2 id="steps" className="sr-only">
          The three steps
        </h2>
        <Steps />
      </section>
      <section aria-labelledby="reliable" className={sectionStyle}>
        <h2 id="reliable" className="text-title">
          What you can rely on
        </h2>
        <Features />
      </section>
      <section aria-labelledby="prices" className={`${sectionStyle} grid gap-x-16 gap-y-8 lg:grid-cols-2`}>
        <div>
          <h2 id="prices" className="text-title">
            What a call costs
          </h2>
          <p className="mt-4 max-w-prose text-soft">
            The standard rate is {rate} for each started minute, for audio and video alike, with all taxes included.
            Each expert’s rate is always shown on their profile before you call.
          </p>
        </div>
        <PriceTable />
      </section>
      <section aria-labelledby="industries" className={sectionStyle}>
        <h2 id="industries" className="text-title">
          {industries.length} fields, one place to ask
        </h2>
        <p className="mt-4 max-w-prose text-soft">Experts from all of these fields are welcome here.</p>
        <ul className="mt-6 flex flex-wrap gap-2.5">
          {industries.map((industry) => (
            <li key={industry} className="rounded-full border border-line bg-raised px-4 py-2 text-small text-soft">
              {industry}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="questions" className={`${sectionStyle} grid gap-x-16 gap-y-8 lg:grid-cols-2`}>
        <h2 id="questions" className="text-title">
          Questions people ask
        </h2>
        <Questions
          questions={answers.map(({ question, answer }) => ({
            question,
            answer: <p className="whitespace-pre-line">{answer}</p>,
          }))}
        />
      </section>
      <section aria-labelledby="start" className={sectionStyle}>
        <div className="rounded-card border border-line bg-raised px-6 py-12 text-center md:py-16">
          <h2 id="start" className="text-title">
            Ask your first question
          </h2>
          <p className="mx-auto mt-3 max-w-form text-soft">
            Look around without an account. You need one only when you want to call an expert.
          </p>
          <div className="mt-8 flex flex-col justify-center gap-3 sm:flex-row">
            <ButtonLink to="/experts">Find Experts</ButtonLink>
            <ButtonLink to="/register" variant="outline">
              Create Account
            </ButtonLink>
          </div>
        </div>
      </section>
    </div>
  )
}

const features = [
  {
    icon: Lock,
    title: 'Payments are held in escrow',
    text: `You pay up front from your wallet. The expert gets the money only after the session, and unused money returns to your wallet immediately. If you are not satisfied, you can ask for a refund within ${refundRequestHours} hours.`,
  },
  {
    icon: Timer,
    title: 'Only shared time is billed',
    text: `The meter runs only while you are both connected, and each started minute is billed. A call of less than ${freeUnderSeconds} seconds together costs nothing. Ringing and reconnecting are never billed.`,
  },
  {
    icon: BadgeCheck,
    title: 'Experts are verified',
    text: 'Our team checks every expert before their first session. The profile shows what was checked: identity, degree, phone number or interview.',
  },
  {
    icon: Zap,
    title: 'See who is online, connect instantly',
    text: 'You can reach every expert who is shown as available. We aim for 2-5 minutes from your choice to the conversation. It depends on how soon the expert answers, and waiting is free.',
  },
  {
    icon: CalendarClock,
    title: 'Scheduled sessions',
    text: `Book ${bookingMinutes.slice(0, -1).join(', ')} or ${bookingMinutes.at(-1)} minutes ahead of time. Cancelling is free up to ${freeCancelHours} hours before. After that it costs ${lateCancelFeePercent} percent of the price, shown in rupees before you confirm.`,
  },
  {
    icon: PhoneOff,
    title: 'End it whenever you like',
    text: 'An instant session has no minimum length. Hang up when you have what you need, and the meter stops.',
  },
]

function Features() {
  return (
    <ul className="mt-8 grid gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-2 lg:grid-cols-3">
      {features.map(({ icon: Icon, title, text }) => (
        <li key={title} className="bg-raised p-6 md:p-7">
          <Icon className="size-5 text-quiet" aria-hidden="true" />
          <h3 className="mt-4 text-lead">{title}</h3>
          <p className="mt-2 text-soft">{text}</p>
        </li>
      ))}
    </ul>
  )
}

const exampleCallsSeconds = [25, 40, 100, 252, 1_800]

function PriceTable() {
  return (
    <table className="figures w-full self-start text-left">
      <caption className="sr-only">Examples at the standard rate of {rate} per started minute</caption>
      <thead className="text-small text-quiet">
        <tr className="border-b border-line">
          <th scope="col" className="py-3 pr-4 font-medium">
            Time together
          </th>
          <th scope="col" className="py-3 pr-4 font-medium">
            Billed
          </th>
          <th scope="col" className="py-3 text-right font-medium">
            You pay
          </th>
        </tr>
      </thead>
      <tbody>
        {exampleCallsSeconds.map((seconds) => {
          const { minutes, pricePaise } = callPrice(seconds)
          return (
            <tr key={seconds} className="border-b border-line">
              <th scope="row" className="py-3 pr-4 font-normal">
                {clockText(seconds)}
              </th>
              <td className="py-3 pr-4 text-soft">{minutes === 0 ? 'nothing' : counted(minutes, 'minute')}</td>
              <td className="py-3 text-right font-semibold">{formatRupees(pricePaise)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
