import { BadgeCheck, CircleDashed } from 'lucide-react'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { useZone } from '#app/base/zone.tsx'
import { checkLabels } from '#app/team/experts/expert-text.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { type Check, checks } from '#domain/experts/contract.ts'
import type { TeamExpert } from '#domain/team/contract.ts'
import { dayAndTime } from '#kernel/time.ts'

/** Items verified by the team. The public badge lists exactly these. */
export function ChecksCard({ verifications }: Pick<TeamExpert, 'verifications'>) {
  return (
    <Card as="section" aria-labelledby="checks">
      <CardHeader
        title={<span id="checks">Verified</span>}
        description="Students see this on the badge. There is no badge if nothing is verified."
      />
      <ul className="divide-y divide-line">
        {checks.map((check) => (
          <CheckRow key={check} check={check} verification={verifications.find((item) => item.what === check)} />
        ))}
      </ul>
    </Card>
  )
}

type RowProps = { check: Check; verification: TeamExpert['verifications'][number] | undefined }

function CheckRow({ check, verification }: RowProps) {
  const zone = useZone()
  const { Form, busy, problem } = useAnsweredForm({ id: `check-${check}`, isOnPage: true })
  const { label, about } = checkLabels[check]
  return (
    <li className="flex items-center gap-x-4 py-3 first:pt-0 last:pb-0">
      {verification ? (
        <BadgeCheck className="size-5 shrink-0 text-info" aria-hidden="true" />
      ) : (
        <CircleDashed className="size-5 shrink-0 text-quiet" aria-hidden="true" />
      )}
      <div className="min-w-0 flex-1">
        <p className="font-medium">{label}</p>
        <p className="text-small text-quiet">
          {verification
            ? `Verified by ${verification.by ?? 'the system'}, ${dayAndTime(verification.at, zone)}`
            : about}
        </p>
        <ErrorLine text={problem} />
      </div>
      <Form method="post">
        <input type="hidden" name="act" value={verification ? 'take-back' : 'verify'} />
        <input type="hidden" name="what" value={check} />
        <Button
          type="submit"
          size="small"
          variant={verification ? 'quiet' : 'outline'}
          busy={busy}
          aria-label={verification ? `Remove: ${label}` : `Verify: ${label}`}
        >
          {verification ? 'Remove' : 'Verify'}
        </Button>
      </Form>
    </li>
  )
}
