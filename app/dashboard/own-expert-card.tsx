import {
  BriefcaseBusiness,
  CalendarDays,
  CircleAlert,
  GraduationCap,
  IndianRupee,
  Languages,
  PencilLine,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Readiness } from '#app/call/devices/readiness.tsx'
import { type Online, statusUnknownText } from '#app/experts/use-online.ts'
import { PushOffer } from '#app/notifications/push/push-offer.tsx'
import { useZone } from '#app/base/zone.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Switch } from '#app/ui/switch.tsx'
import type { OwnExpert } from '#domain/experts/contract.ts'
import type { Approval } from '#domain/policy.ts'
import { counted } from '#kernel/count-text.ts'
import { formatRupees } from '#kernel/money.ts'
import { monthAndYear } from '#kernel/time.ts'

export function ExpertCard({ expert, online }: { expert: OwnExpert; online: Online }) {
  const name = expert.fullName || 'New Expert'
  const years = expert.experienceYears
  const zone = useZone()
  return (
    <Card as="section" aria-labelledby="expert-name">
      <div className="flex flex-col items-center text-center">
        <Avatar name={name} src={expert.photoUrl} size="huge" />
        <h1 id="expert-name" className="mt-4 max-w-full text-title wrap-anywhere">
          {name}
        </h1>
        {expert.title ? (
          <p className="mt-1 max-w-full text-soft wrap-anywhere">{expert.title}</p>
        ) : (
          <Link
            to="/expert/profile/edit"
            className="inline-flex min-h-11 items-center text-soft underline underline-offset-4 hover:text-text"
          >
            Add your professional title
          </Link>
        )}
        {expert.approval !== 'approved' && (
          <Badge tone={expert.approval === 'pending' ? 'info' : 'bad'} className="mt-3">
            {expert.approval === 'pending' ? 'Pending approval' : 'Suspended'}
          </Badge>
        )}
      </div>
      <OnlineSwitch online={online} approval={expert.approval} />
      {online.isOnline && expert.approval === 'approved' && (
        <>
          {/* Above the readiness list: the first click allows sound, which may shorten the list and move this button away. */}
          <PushOffer reason="Get calls even when this page is closed." className="mt-3" />
          <Readiness />
        </>
      )}
      {expert.keySubjects.length > 0 && (
        <ul aria-label="Key subjects" className="mt-5 flex flex-wrap justify-center gap-2">
          {expert.keySubjects.map((subject) => (
            <li key={subject} className="max-w-full min-w-0">
              <Badge className="max-w-full whitespace-normal wrap-anywhere">{subject}</Badge>
            </li>
          ))}
        </ul>
      )}
      <dl className="mt-5 divide-y divide-line border-t border-line text-small">
        <Fact icon={<Languages />} label="Speaks" value={[expert.language, ...expert.moreLanguages].join(', ')} />
        <Fact icon={<BriefcaseBusiness />} label="Experience" value={counted(years, 'year')} />
        <Fact icon={<GraduationCap />} label="Education" value={expert.highestDegree ?? 'Not added yet'} />
        <Fact icon={<CalendarDays />} label="Member since" value={monthAndYear(expert.memberSince, zone)} />
        <Fact icon={<IndianRupee />} label="Rate" value={`${formatRupees(expert.ratePaisePerMinute)}/min`} />
        <Fact icon={<Wallet />} label="Wallet balance" value={formatRupees(expert.walletBalancePaise)} />
      </dl>
      <ButtonLink to="/expert/profile/edit" variant={expert.isComplete ? 'outline' : 'primary'} className="mt-5 w-full">
        <PencilLine className="size-4.5" aria-hidden="true" />
        Edit Profile
      </ButtonLink>
    </Card>
  )
}

/** Uses its own form so that it works before scripts have loaded. */
function OnlineSwitch({ online, approval }: { online: Online; approval: Approval }) {
  const { isOnline, isSaving, isLocked, Form, preventIfRefused } = online
  return (
    <Form method="post" onSubmit={preventIfRefused} className="mt-5 rounded-control bg-float px-4 py-1">
      <input type="hidden" name="online" value={String(!isOnline)} />
      <Switch
        type="submit"
        checked={isOnline}
        aria-disabled={isLocked || isSaving || undefined}
        label={isOnline ? 'Online' : 'Offline'}
        hint={onlineHint(online, approval)}
      />
    </Form>
  )
}

function onlineHint({ isOnline, isUnknown, problem }: Online, approval: Approval): ReactNode {
  if (approval === 'pending') return 'Available once your account is approved.'
  if (approval === 'suspended') return 'Not available while your account is suspended.'
  const error = isUnknown ? statusUnknownText : problem
  if (error) {
    return (
      <span className="flex gap-1.5 text-bad">
        <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        {error}
      </span>
    )
  }
  return isOnline ? 'Students can see you and ask for a session.' : 'You receive no requests.'
}

function Fact({ icon, label, value }: { icon: ReactNode; label: string; value: string }) {
  return (
    <div className="flex items-start justify-between gap-4 py-2.5">
      <dt className="flex shrink-0 items-center gap-2.5 text-quiet">
        <span aria-hidden="true" className="[&>svg]:size-4">
          {icon}
        </span>
        {label}
      </dt>
      <dd className="figures min-w-0 text-right font-medium wrap-anywhere">{value}</dd>
    </div>
  )
}
