import { ActionCard } from '#app/team/people/action-card.tsx'
import { useDuty } from '#app/team/base/use-shell.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { TeamPerson } from '#domain/people/contract.ts'
import { refusals } from '#kernel/refusals.ts'

type Props = { person: TeamPerson; isOwn: boolean }

/** Team actions on an account. */
export function PersonActions({ person: { expertId, name, role, state, hasSecondFactor }, isOwn }: Props) {
  const maySeeColleagues = useDuty('manageTeam')
  const mayResetFactors = useDuty('resetSecondFactors')
  if (isOwn) return <Notice>{refusals.own_account.text}</Notice>
  if (state === 'deleted') return <Notice>{refusals.account_deleted.text}</Notice>
  const isColleague = role === 'team'
  return (
    <div className="space-y-5">
      {expertId ? (
        <Notice
          action={
            <ButtonLink to={`/team/experts/${expertId}`} variant="outline" size="small">
              Open expert
            </ButtonLink>
          }
        >
          {refusals.expert_elsewhere.text}
        </Notice>
      ) : (
        !isColleague && (state === 'suspended' ? <LiftSuspension name={name} /> : <Suspend name={name} />)
      )}
      {(!isColleague || maySeeColleagues) && (
        <ActionCard
          action="end_sign_ins"
          title="End all sign-ins"
          description="For a lost phone or unauthorised access. They can log in again with their password."
          reasonField={{ label: 'Why their sign-ins end' }}
          label="End all sign-ins"
          confirmText={`End all sign-ins of ${name}. They are logged out everywhere immediately.`}
        />
      )}
      {hasSecondFactor && mayResetFactors && <ResetSecondFactor name={name} isColleague={isColleague} />}
      {isColleague ? (
        <Notice>{refusals.team_account.text}</Notice>
      ) : (
        <ActionCard
          action="reset_link"
          title="Lost password"
          description="Sends the usual link to the email address on file. The team never sees or sets a password."
          reasonField={{ label: 'Why the link is sent' }}
          label="Send the link"
        />
      )}
    </div>
  )
}

function Suspend({ name }: { name: string }) {
  return (
    <ActionCard
      action="suspend"
      isOnPage
      title="Suspend"
      description="Logs them out everywhere and stops them from logging in. They keep the money in their wallet."
      reasonField={{ label: 'Reason', hint: 'They see it when they try to log in.' }}
      label="Suspend"
      confirmText={`Suspend ${name}. They are logged out everywhere, cannot log in, and all their bookings are cancelled.`}
      isDestructive
    />
  )
}

function LiftSuspension({ name }: { name: string }) {
  return (
    <ActionCard
      action="lift"
      isOnPage
      title="Lift the suspension"
      description="They can log in again with all their data."
      reasonField={{ label: 'Why the suspension ends' }}
      label="Lift the suspension"
      confirmText={`Lift the suspension of ${name}. They can log in again immediately.`}
    />
  )
}

function ResetSecondFactor({ name, isColleague }: { name: string; isColleague: boolean }) {
  const next = isColleague
    ? 'They log in with their password and must set up a new one before they can open team pages.'
    : 'Then their password alone is enough to log in.'
  return (
    <ActionCard
      action="reset_second_factor"
      isOnPage
      title="Lost second factor"
      description="Only for a person who has lost the device and the recovery codes. First verify who is asking: call the number on file, or see them and an identity document in a video call. An email is not enough."
      reasonField={{ label: 'Why, and how you checked their identity', hint: 'Stays in the audit log.' }}
      label="Reset the second factor"
      confirmText={`Reset the second factor of ${name}. Their authenticator, passkeys and recovery codes are removed, and they are logged out everywhere. ${next} We notify them by email.`}
      isDestructive
      needsPassword
    />
  )
}
