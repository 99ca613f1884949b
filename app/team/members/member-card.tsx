import { useZone } from '#app/base/zone.tsx'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { PasswordConfirmation } from '#app/team/base/password-confirmation.tsx'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { memberStates, teamRoleLabels } from '#app/team/members/member-text.ts'
import { chosenRole, RoleSelect } from '#app/team/members/role-select.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { TeamMember } from '#domain/team/contract.ts'
import { actionReasonMaxLength } from '#kernel/limits.ts'
import { dateText } from '#kernel/time.ts'

type Props = { member: TeamMember; isOwn: boolean }

/** One colleague, with the changes that an administrator can make. Nobody changes their own role. */
export function MemberCard({ member, isOwn }: Props) {
  const zone = useZone()
  const { name, email, teamRole, state, since } = member
  return (
    <Card as="li" aria-label={name}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold wrap-anywhere">
          {name}
          {isOwn && ' (you)'}
        </h2>
        <span className="flex flex-wrap gap-2">
          <Badge>{teamRoleLabels[teamRole].label}</Badge>
          <Badge tone={memberStates[state].tone}>{memberStates[state].label}</Badge>
        </span>
      </div>
      <p className="text-small text-quiet wrap-anywhere">
        {email}, since {dateText(since, zone)}
      </p>
      {isOwn ? (
        <p className="mt-3 text-small text-soft">Another administrator can change your role.</p>
      ) : (
        <div className="mt-4 grid gap-5 sm:grid-cols-2">
          {state !== 'ended' && <RoleForm key={teamRole} member={member} />}
          <MembershipForm key={state} member={member} />
        </div>
      )}
    </Card>
  )
}

function RoleForm({ member: { id, name, teamRole } }: { member: TeamMember }) {
  const { Form, busy, problem } = useActionForm({ id: `role-${id}` })
  return (
    <Form method="post" aria-label={`Role of ${name}`} className="space-y-4">
      <input type="hidden" name="act" value="role" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="from" value={teamRole} />
      <RoleSelect current={teamRole} />
      <PasswordConfirmation />
      <ErrorLine text={problem} />
      <ConfirmSubmit
        confirmText={(entered) =>
          `Change the role of ${name} from ${teamRoleLabels[teamRole].label} to ${chosenRole(entered)}. It applies immediately, even in browsers where they are logged in.`
        }
        label="Change the role"
        variant="outline"
        size="small"
        busy={busy}
      />
    </Form>
  )
}

function MembershipForm({ member: { id, name, teamRole, state } }: { member: TeamMember }) {
  const { Form, busy, problem } = useActionForm({ id: `membership-${id}`, isOnPage: true })
  const isEnded = state === 'ended'
  return (
    <Form
      method="post"
      aria-label={`Membership of ${name}`}
      className="space-y-4 not-first:max-sm:border-t not-first:max-sm:border-line not-first:max-sm:pt-5"
    >
      <input type="hidden" name="act" value={isEnded ? 'restore' : 'end'} />
      <input type="hidden" name="id" value={id} />
      <Field
        label={isEnded ? 'Why the membership is restored' : 'Why the membership ends'}
        hint={isEnded ? undefined : 'They see it when they try to log in.'}
        required
      >
        <TextInput name="why" maxLength={actionReasonMaxLength} autoComplete="off" />
      </Field>
      <PasswordConfirmation />
      <ErrorLine text={problem} />
      <ConfirmSubmit
        confirmText={
          isEnded
            ? `Restore the membership of ${name} as ${teamRoleLabels[teamRole].label}. They can log in with their old password.`
            : `End the membership of ${name}. They are logged out everywhere and cannot log in any more.`
        }
        label={isEnded ? 'Restore the membership' : 'End the membership'}
        variant={isEnded ? 'outline' : 'danger'}
        size="small"
        busy={busy}
      />
    </Form>
  )
}
