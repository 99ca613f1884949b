import { Circle, CircleCheck, Hourglass } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link, useLocation } from 'react-router'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { type OnboardingState, type OnboardingStep, onboardingSteps } from '#domain/experts/states.ts'
import type { Approval } from '#domain/policy.ts'

type State = OnboardingState[OnboardingStep]
type StepText = { name: string; to: string } & Record<State, string>

const terms = 'The terms for experts.'
const texts: Record<OnboardingStep, StepText> = {
  terms: { name: 'Terms', to: '/terms', done: terms, open: terms, waiting: terms },
  photo: {
    name: 'Photo',
    to: '/expert/profile/edit',
    done: 'Students see it beside your name.',
    open: 'Students ask sooner when they see you.',
    waiting: '',
  },
  profile: {
    name: 'Profile',
    to: '/expert/profile/edit',
    done: 'Everything is filled in.',
    open: 'Fill in every field, and save.',
    waiting: '',
  },
  devices: {
    name: 'Camera and microphone',
    to: '/expert/test-call',
    done: 'They worked in a call.',
    open: 'Try them in a test call with yourself.',
    waiting: '',
  },
  identity: {
    name: 'Identity',
    to: '',
    done: 'Checked by our team.',
    open: '',
    waiting: 'Our team checks it, and writes to you if something is missing.',
  },
  hours: {
    name: 'Hours',
    to: '/expert/schedule#hours',
    done: 'Students can book you in them.',
    open: 'Publish when students can book you.',
    waiting: 'You publish them once your account is approved.',
  },
  bank: {
    name: 'Bank account',
    to: '/expert/wallet#withdraw-funds',
    done: 'You used it for a withdrawal.',
    open: 'You enter it with your first withdrawal.',
    waiting: 'You enter it with your first withdrawal, once your account is approved.',
  },
}

const looks: Record<State, { label: string; Icon: ComponentType<{ className: string }>; color: string }> = {
  done: { label: 'Done', Icon: CircleCheck, color: 'text-good' },
  open: { label: 'To do', Icon: Circle, color: 'text-accent' },
  waiting: { label: 'Waiting', Icon: Hourglass, color: 'text-quiet' },
}

const approvalTexts: Record<Approval, string> = {
  pending: 'Our team checks your account and approves it. We will notify you by email.',
  approved: 'Your account is approved.',
  suspended: 'Your account is suspended.',
}

type Props = { onboarding: OnboardingState; approval: Approval }

/** What a new expert has done, can do now, and waits for. */
export function OnboardingChecklist({ onboarding, approval }: Props) {
  const doneCount = onboardingSteps.filter((step) => onboarding[step] === 'done').length
  return (
    <Card as="section" aria-labelledby="onboarding-heading">
      <CardHeader
        title={<span id="onboarding-heading">Your first steps</span>}
        description={`${doneCount} of ${onboardingSteps.length} done. ${approvalTexts[approval]}`}
      />
      <ol className="divide-y divide-line border-t border-line">
        {onboardingSteps.map((step) => (
          <Step key={step} state={onboarding[step]} text={texts[step]} />
        ))}
      </ol>
    </Card>
  )
}

function Step({ state, text }: { state: State; text: StepText }) {
  const { pathname } = useLocation()
  const { label, Icon, color } = looks[state]
  const isLink = state === 'open' && text.to !== '' && text.to !== pathname
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon className={`mt-0.5 size-5 shrink-0 ${color}`} aria-hidden="true" />
      <span className="min-w-0 flex-1">
        {isLink ? (
          <Link
            to={text.to}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 md:min-h-0"
          >
            {text.name}
          </Link>
        ) : (
          <span className="font-semibold">{text.name}</span>
        )}
        <span className="block text-small text-soft"> {text[state]}</span>
      </span>
      <span className={`shrink-0 text-small font-medium ${color}`}>{label}</span>
    </li>
  )
}
