import { Check, Mail, Phone } from 'lucide-react'
import { useProduct } from '#app/base/product.ts'
import { pageMeta, publicPage } from '#app/base/public-page.ts'
import { serve } from '#app/base/serve.server.ts'
import { PageIntro } from '#app/pages/page-intro.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { CatalogueGroup, Claims } from '#domain/content/contract.ts'
import { getCatalogue, getClaims } from '#domain/content/queries.server.ts'
import { applicationReplyHours, expertEarnsPaisePerMinute, sessionRatePaisePerMinute } from '#kernel/limits.ts'
import { formatRupees, paise } from '#kernel/money.ts'
import type { Route } from './+types/expert-apply.route'

const rate = formatRupees(sessionRatePaisePerMinute)
const share = formatRupees(expertEarnsPaisePerMinute)
const exampleMinutes = 30

export const loader = serve('anyone', async ({ context }) => ({
  claims: await getClaims(context),
  catalogue: await getCatalogue(context),
}))

export const headers = publicPage

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Apply as an Expert',
    description: `Help students by audio and video and earn ${share} of every ${rate} minute. What to send us, and what happens after that.`,
    path: '/expert-apply',
  })

export default function ExpertApply({ loaderData: { claims, catalogue } }: Route.ComponentProps) {
  return (
    <div className="page">
      <div className="grid items-start gap-x-16 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <PageIntro title="Apply as an Expert">
          You know something well and like to explain it. Write to us, and once you are approved, students can call you
          whenever you are online.
        </PageIntro>
        <WhatToSend />
        <NextSteps claims={claims} />
      </div>
      <Earnings claims={claims} />
      <Fields catalogue={catalogue} />
    </div>
  )
}

const items = [
  { label: 'Introduction', hint: 'Who you are, what you teach, and for how long you have done it.' },
  { label: 'Documents', hint: 'Degrees, certificates or other proof of what you know.' },
  { label: 'Gmail ID', hint: 'The address your account should belong to.' },
  { label: 'Phone number', hint: 'In case we would like to talk to you.' },
  { label: 'Location', hint: 'Your city and state.' },
]

function WhatToSend() {
  const { name, contacts } = useProduct()
  return (
    <section
      aria-labelledby="what-to-send"
      className="mt-10 rounded-card border border-line bg-raised p-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-20"
    >
      <h2 id="what-to-send" className="text-lead">
        What to send us
      </h2>
      <ul className="mt-5 grid gap-4">
        {items.map(({ label, hint }) => (
          <li key={label} className="flex gap-3">
            <Check className="mt-1 size-4 shrink-0 text-quiet" aria-hidden="true" />
            <div>
              <p className="font-semibold">{label}</p>
              <p className="text-small text-soft">{hint}</p>
            </div>
          </li>
        ))}
      </ul>
      <ButtonLink to={applicationMail(contacts.hiringEmail, name)} className="mt-7 w-full">
        <Mail className="size-5" aria-hidden="true" />
        Write your application
      </ButtonLink>
      <p className="mt-4 text-small text-soft">
        This opens your email app with a message to us. Attach your documents there. Our address:
        <span className="mt-0.5 block text-text">{contacts.hiringEmail}</span>
      </p>
      <div className="mt-5 border-t border-line pt-3">
        <a
          href={`tel:${contacts.phone.replaceAll(' ', '')}`}
          className="inline-flex min-h-11 items-center gap-3 hover:text-accent"
        >
          <Phone className="size-4 text-quiet" aria-hidden="true" />
          <span className="text-small text-soft">Questions? Call</span>
          <span className="figures font-semibold">{contacts.phone}</span>
        </a>
      </div>
    </section>
  )
}

function applicationMail(email: string, productName: string): string {
  const subject = `Application as an expert at ${productName}`
  const body = [
    'Introduction:',
    '',
    '',
    'Gmail ID:',
    'Phone number:',
    'Location:',
    '',
    'Documents: (please attach them to this email)',
  ].join('\r\n')
  return `mailto:${email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}

function NextSteps({ claims }: { claims: Claims }) {
  const steps = [
    {
      title: 'You write to us',
      text: 'One email with the five things on the list is enough. Applying is free.',
    },
    {
      title: `We reply within ${applicationReplyHours} hours`,
      text: `A person reads your documents. We aim to approve a complete application in as little as ${claims.approvalHours} hours.`,
    },
    {
      title: 'We talk, if needed',
      text: 'Sometimes we ask for a short interview, to hear how you explain things.',
    },
    {
      title: 'Your login arrives by email',
      text: 'Once you are selected, we send you a one-time link to set your own password. We never send a password, and we never ask for yours.',
    },
  ]
  return (
    <section aria-labelledby="next-steps" className="pt-14">
      <h2 id="next-steps" className="text-title">
        What happens next
      </h2>
      <ol className="mt-7">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="group relative flex gap-5 pb-8 last:pb-0">
            <span className="figures z-10 flex size-9 shrink-0 items-center justify-center rounded-full border border-line bg-float font-semibold">
              {index + 1}
            </span>
            <span aria-hidden="true" className="absolute top-9 bottom-0 left-4.5 w-px bg-line group-last:hidden" />
            <div className="max-w-form pt-1">
              <h3 className="text-body">{title}</h3>
              <p className="mt-1 text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Earnings({ claims }: { claims: Claims }) {
  const exampleEarnings = formatRupees(paise(exampleMinutes * expertEarnsPaisePerMinute))
  const facts = [
    {
      figure: `${share} a minute`,
      text: `You keep ${share} of every ${rate} minute, audio and video alike. ${exampleMinutes} minutes with a student bring you ${exampleEarnings}.`,
    },
    {
      figure: `${formatRupees(claims.weeklyEarningsPaise)} a week`,
      text: 'This is our goal for what an expert earns on average. Your earnings depend on when you are online and how many students call.',
    },
    {
      figure: '3-5 business days',
      text: 'This is how long a withdrawal to your bank account typically takes. You can request one at any time.',
    },
  ]
  return (
    <section aria-labelledby="earnings" className="pt-16 md:pt-24">
      <h2 id="earnings" className="text-title">
        What you earn
      </h2>
      <ul className="mt-8 grid gap-px overflow-hidden rounded-card border border-line bg-line md:grid-cols-3">
        {facts.map(({ figure, text }) => (
          <li key={figure} className="bg-raised p-6 md:p-7">
            <strong className="figures block text-title font-semibold">{figure}</strong>
            <p className="mt-3 text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Fields({ catalogue }: { catalogue: CatalogueGroup[] }) {
  return (
    <section aria-labelledby="fields" className="pt-16 md:pt-24">
      <h2 id="fields" className="text-title">
        Where you can help
      </h2>
      <div className="mt-8 grid gap-x-8 gap-y-10 md:grid-cols-3">
        {catalogue.map(({ id, name, subcategories }) => (
          <div key={id}>
            <h3 className="border-b border-line pb-3 text-lead">{name}</h3>
            <ul className="mt-3 grid gap-1.5 text-soft">
              {subcategories.map((subcategory) => (
                <li key={subcategory}>{subcategory}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
