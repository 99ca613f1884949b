import { runFormAction } from '#app/base/form-actions.server.ts'
import { readForm, serve } from '#app/base/serve.server.ts'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { PasswordConfirmation } from '#app/team/base/password-confirmation.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { confirmPasswordIfSent } from '#app/team/base/team.server.ts'
import { typedAmountText } from '#app/team/base/typed-amount.ts'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { getPayoutRule } from '#domain/withdrawals/queries.server.ts'
import type { PayoutRule } from '#domain/withdrawals/rules.ts'
import { setPayoutLimit } from '#domain/withdrawals/set-payout-limit.server.ts'
import { counted } from '#kernel/count-text.ts'
import { formatForField } from '#kernel/money.ts'
import type { Route } from './+types/settings.route'

export const loader = serve('manageTeam', async ({ context }) => ({ payoutRule: await getPayoutRule(context) }))

export const action = serve('manageTeam', async ({ context }, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  return runFormAction(form, {
    async payout_limit() {
      await confirmPasswordIfSent(context, form)
      await setPayoutLimit(context, { amount: String(form.get('amount') ?? '') })
      return 'Saved. It applies to the next payout.'
    },
  })
})

/** Reloads the page data even after a refused action, because a colleague may have acted first. */
export const shouldRevalidate = () => true

export default function TeamSettings({ loaderData: { payoutRule } }: Route.ComponentProps) {
  const { secondPersonAbovePaise } = payoutRule
  const { Form, busy, problem } = useActionForm({ id: 'payout-limit' })
  return (
    <>
      <TeamHeading title="Settings">Limits that the team sets for itself.</TeamHeading>
      <Card as="section" aria-label="Payouts" className="max-w-form">
        <CardHeader
          title="Payouts"
          description={`Above this amount, someone other than the approver must pay out, even if the team has nobody else yet. ${teamText(payoutRule)}`}
        />
        {/* The key remounts the form when a colleague has changed the limit. */}
        <Form method="post" key={secondPersonAbovePaise} className="space-y-4">
          <input type="hidden" name="act" value="payout_limit" />
          <Field label="Second person above" hint="0 means always." error={problem} required>
            <TextInput
              name="amount"
              leading="₹"
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              defaultValue={formatForField(secondPersonAbovePaise)}
              className="figures"
            />
          </Field>
          <PasswordConfirmation />
          <ConfirmSubmit
            confirmText={(entered) =>
              `Require a second person to pay out every withdrawal above ${entered ? typedAmountText(entered, 'amount') : 'the amount entered'}. Up to this amount, one person pays out alone only while nobody else is in the team.`
            }
            label="Save"
            busy={busy}
          />
        </Form>
      </Card>
    </>
  )
}

function teamText({ memberCount, payerCount }: PayoutRule): string {
  if (memberCount <= 1) return 'Up to this amount, you pay out alone, because nobody else is in the team.'
  const people = `The team has ${counted(memberCount, 'person', 'people')}, so every payout needs two.`
  return payerCount > 1
    ? `${people} ${payerCount} of them may pay out.`
    : `${people} Only one may pay out: give another member the role finance.`
}
