import { useState } from 'react'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { PasswordConfirmation } from '#app/team/base/password-confirmation.tsx'
import { accountLabel } from '#app/team/books/account-text.ts'
import { Field } from '#app/ui/field.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import {
  causeText,
  type CorrectionCause,
  correctionCauses,
  personAccounts,
  platformAccounts,
} from '#domain/books/contract.ts'
import { readAmount } from '#domain/wallet/rules.ts'
import { correctionReasonMaxLength } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'

const personKinds = Object.keys(personAccounts)
const platformKinds = Object.keys(platformAccounts)

/** Form for a correction. Retries reuse the same id. */
export function ProposalForm({ id: firstId }: { id: string }) {
  const [id] = useState(firstId)
  const { Form, busy, problem } = useAnsweredForm({ id: 'proposal' })
  return (
    <Form method="post" className="max-w-form space-y-5">
      <input type="hidden" name="id" value={id} />
      <Field label="Person’s email address" required>
        <TextInput name="person" type="email" autoComplete="off" />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <AccountField name="from" label="From" defaultAccount="gateway_clearing" />
        <AccountField name="to" label="To" defaultAccount="student_wallet" />
      </div>
      <Field label="Amount" required>
        <TextInput
          name="amount"
          leading="₹"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          className="figures"
        />
      </Field>
      <Field label="Text on the statement" required>
        <Select name="cause">
          {(Object.keys(correctionCauses) as CorrectionCause[]).map((cause) => (
            <option key={cause} value={cause}>
              {causeText(cause)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Reason" hint="For the second person and the audit log." required>
        <TextArea name="reason" maxLength={correctionReasonMaxLength} counter />
      </Field>
      <PasswordConfirmation />
      <ErrorLine text={problem} />
      <ConfirmSubmit confirmText={proposalText} label="Propose" busy={busy} />
    </Form>
  )
}

function proposalText(entered: FormData | null): string {
  const read = (name: string) => String(entered?.get(name) ?? '')
  const amount = readAmount(read('amount'))
  const moved = amount
    ? `${formatRupees(amount)} from ${accountLabel(read('from'))} to ${accountLabel(read('to'))}`
    : ''
  return `Propose this correction${moved && `: ${moved}, for ${read('person')}`}. Nothing moves until a second person confirms it.`
}

function AccountField({ name, label, defaultAccount }: { name: string; label: string; defaultAccount: string }) {
  return (
    <Field label={label} required>
      <Select name={name} defaultValue={defaultAccount}>
        {[
          { label: 'The person', accounts: personKinds },
          { label: 'The platform', accounts: platformKinds },
        ].map((group) => (
          <optgroup key={group.label} label={group.label}>
            {group.accounts.map((account) => (
              <option key={account} value={account}>
                {accountLabel(account)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  )
}
