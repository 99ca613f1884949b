import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { PasswordConfirmation } from '#app/team/base/password-confirmation.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { TeamExpert } from '#domain/team/contract.ts'
import { rateMaxPaisePerMinute, rateMinPaisePerMinute, shareMaxPercent, shareMinPercent } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'

type Props = Pick<TeamExpert, 'ratePaisePerMinute' | 'sharePercent'>

/** The rate per minute and the expert's share. */
export function TermsCard({ ratePaisePerMinute, sharePercent }: Props) {
  const { Form, busy, problem } = useAnsweredForm({ id: 'terms' })
  return (
    <Card as="section" aria-labelledby="terms">
      <CardHeader
        title={<span id="terms">Rate and share</span>}
        description="Applies to sessions requested from now on. The public pages show the rate at once."
      />
      {/* The key remounts the form when a colleague has changed the terms. */}
      <Form method="post" key={`${ratePaisePerMinute} ${sharePercent}`} className="grid gap-4">
        <input type="hidden" name="act" value="terms" />
        <input type="hidden" name="seenRate" value={ratePaisePerMinute} />
        <input type="hidden" name="seenShare" value={sharePercent} />
        <Field
          label="Rate per minute"
          hint={`${formatRupees(rateMinPaisePerMinute)} to ${formatRupees(rateMaxPaisePerMinute)}`}
          required
        >
          <TextInput name="rate" leading="₹" inputMode="decimal" defaultValue={ratePaisePerMinute / 100} />
        </Field>
        <Field label="Share in percent" hint={`${shareMinPercent} to ${shareMaxPercent}`} required>
          <TextInput name="share" inputMode="numeric" defaultValue={sharePercent} />
        </Field>
        <PasswordConfirmation />
        <ErrorLine text={problem} />
        <Button type="submit" variant="outline" busy={busy} className="justify-self-start">
          Change the terms
        </Button>
      </Form>
    </Card>
  )
}
