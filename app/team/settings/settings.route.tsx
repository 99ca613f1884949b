import { runFormAction } from '#app/base/form-actions.server.ts'
import { readForm, serve } from '#app/base/serve.server.ts'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { PasswordConfirmation } from '#app/team/base/password-confirmation.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { confirmPasswordIfSent } from '#app/team/base/team.server.ts'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { getPayoutRule } from '#domain/withdrawals/queries.server.ts'
import { setPayoutLimit } from '#domain/withdrawals/set-payout-limit.server.ts'
import { plural } from '#kernel/plural.ts'
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

/** Also after a refusal, because a colleague may have acted first. */
export const shouldRevalidate = () => true

export default function TeamSettings({ loaderData: { payoutRule } }: Route.ComponentProps) {
  const { secondPersonAbovePaise, payerCount } = payoutRule
  const { Form, busy, problem } = useActionForm({ id: 'payout-limit' })
  return (
    <>
      <TeamHeading title="Settings">Limits that the team sets for itself.</TeamHeading>
      <Card as="section" aria-label="Payouts" className="max-w-form">
        <CardHeader
          title="Payouts"
          description={`Above this amount, another person than the approver pays out, also if that person has to be found first. ${payerCount} ${plural(payerCount, 'person', 'people')} may pay out now${payerCount > 1 ? ', so every payout needs two.' : '.'}`}
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
              defaultValue={secondPersonAbovePaise / 100}
              className="figures"
            />
          </Field>
          <PasswordConfirmation />
          <ConfirmSubmit
            words={(entered) =>
              `Let a second person pay out every withdrawal above ₹${String(entered.get('amount') ?? '')}. One person alone may pay out up to this amount while nobody else may.`
            }
            label="Save"
            busy={busy}
          />
        </Form>
      </Card>
    </>
  )
}
