import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { PasswordConfirmation } from '#app/team/base/password-confirmation.tsx'
import { typedAmountText } from '#app/team/base/typed-amount.ts'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { TeamExpert } from '#domain/team/contract.ts'
import { rateMaxPaisePerMinute, rateMinPaisePerMinute, shareMaxPercent, shareMinPercent } from '#kernel/limits.ts'
import { formatForField, formatRupees } from '#kernel/money.ts'

type Props = Pick<TeamExpert, 'name' | 'ratePaisePerMinute' | 'sharePercent'>

/** The rate per minute and the expert's share. */
export function TermsCard({ name, ratePaisePerMinute, sharePercent }: Props) {
  const { Form, busy, problem } = useAnsweredForm({ id: 'terms' })
  return (
    <Card as="section" aria-labelledby="terms">
      <CardHeader
        title={<span id="terms">Rate and share</span>}
        description="Applies to sessions requested from now on. The public pages show the rate immediately."
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
          <TextInput name="rate" leading="₹" inputMode="decimal" defaultValue={formatForField(ratePaisePerMinute)} />
        </Field>
        <Field label="Share in percent" hint={`${shareMinPercent} to ${shareMaxPercent}`} required>
          <TextInput name="share" inputMode="numeric" defaultValue={sharePercent} />
        </Field>
        <PasswordConfirmation />
        <ErrorLine text={problem} />
        <ConfirmSubmit
          confirmText={(entered) =>
            `Set the terms of ${name} to ${entered ? `${typedAmountText(entered, 'rate')} a minute and a share of ${String(entered.get('share'))} percent` : 'the rate and share entered'}. They apply to sessions requested from now on, and students see the rate immediately.`
          }
          label="Change the terms"
          variant="outline"
          busy={busy}
          className="justify-self-start"
        />
      </Form>
    </Card>
  )
}
