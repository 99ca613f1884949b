import { Landmark } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { focusFirstInvalid } from '#app/base/forms/use-form-errors.ts'
import { useRequestId } from '#app/base/forms/use-request-id.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { toast } from '#app/ui/toast.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { AmountInput } from '#app/wallet/amount-input.tsx'
import { AccountFields } from '#app/withdrawals/account-fields.tsx'
import { PasswordDialog } from '#app/withdrawals/password-dialog.tsx'
import { readAmount } from '#domain/wallet/rules.ts'
import type { RememberedAccount } from '#domain/withdrawals/contract.ts'
import {
  type BankDetails,
  findAmountProblem,
  findBankProblem,
  normalizeBankDetails,
} from '#domain/withdrawals/rules.ts'
import { withdrawalBusinessDays, withdrawalNotesMaxLength } from '#kernel/limits.ts'
import { formatRupees, type Paise, paise } from '#kernel/money.ts'
import { refusals } from '#kernel/refusals.ts'

/** The typed values, except the password. */
type TypedWithdrawal = BankDetails & { amount: string; notes: string; remembered: boolean }

export type WithdrawalAnswer =
  | { submitted: string }
  | {
      refusal: { code: string; text: string }
      typed?: TypedWithdrawal
      /** The id belongs to another request, so the next attempt needs a new id. */
      usedUp?: string | undefined
    }

type Props = {
  balance: Paise
  remembered: RememberedAccount | null
  /** Id for the next request. Retries reuse it until one succeeds. */
  nextId: string
  answer: WithdrawalAnswer | undefined
}

/** Resets the form only after a successful request. */
export function WithdrawForm(props: Props) {
  const { nextId, ...rest } = props
  const { answer } = rest
  const submitted = answer && 'submitted' in answer ? answer.submitted : undefined
  useEffect(() => {
    if (submitted) {
      toast({ kind: 'success', text: 'Withdrawal request submitted successfully', id: 'flash' })
    }
  }, [submitted])
  const id = useRequestId(nextId, submitted ?? (answer && 'usedUp' in answer ? answer.usedUp : undefined))
  return <Fields key={submitted ?? 'first'} {...rest} id={id} />
}

/** Refusals about the password, shown in the password dialog. */
const passwordCodes = new Set(['password_needed', 'wrong_current_password', 'too_many_attempts'])
/** Refusals about the format of a field, shown at that field. */
const formatCodes = new Set(['account_number', 'ifsc_code'])

function Fields({ balance, remembered, id, answer }: Omit<Props, 'nextId'> & { id: string }) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const refusal = answer && 'refusal' in answer ? answer.refusal : undefined
  const typed = answer && 'typed' in answer ? answer.typed : undefined
  const [amount, setAmount] = useState(typed?.amount ?? '')
  const [details, setDetails] = useState<BankDetails>(typed ?? noDetails)
  const [isOtherAccount, setIsOtherAccount] = useState(typed ? !typed.remembered : false)
  // The user's choice for the dialog applies until the next response from the server.
  const [choice, setChoice] = useState<{ answer: Props['answer']; isPasswordDialogOpen: boolean }>()
  // Without scripts, the new page shows the typed values again, with their errors.
  const [hasTried, setHasTried] = useState(typed !== undefined)
  const isHydrated = useHydrated()
  const busy = useNavigation().formMethod === 'POST'
  const usedAccount = isOtherAccount ? null : remembered
  const isInsufficient = refusal?.code === 'insufficient_earnings' && !busy
  const amountProblem = findAmountProblem(amount, balance)
  const bankProblem = usedAccount ? undefined : findBankProblem(normalizeBankDetails(details))
  const passwordProblem = refusal && passwordCodes.has(refusal.code) ? refusal : undefined
  const isShownAtField = isInsufficient || (hasTried && (amountProblem ?? bankProblem) !== undefined)
  const isPasswordDialogOpen =
    choice && choice.answer === answer ? choice.isPasswordDialogOpen : passwordProblem !== undefined
  const setIsPasswordDialogOpen = (isOpen: boolean) => setChoice({ answer, isPasswordDialogOpen: isOpen })

  useEffect(() => {
    if (!refusal || passwordCodes.has(refusal.code) || formatCodes.has(refusal.code)) return
    toast({ kind: 'error', text: refusal.text, id: 'flash' })
    focusFirstInvalid(form.current)
  }, [refusal])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    setHasTried(true)
    const problem = amountProblem ?? (bankProblem && refusals[bankProblem].text)
    const password = new FormData(event.currentTarget).get('password')
    if (!problem && (usedAccount || password)) return
    event.preventDefault()
    if (!problem) return setIsPasswordDialogOpen(true)
    if (!bankProblem || amountProblem || !formatCodes.has(bankProblem))
      toast({ kind: 'error', text: problem, id: 'flash' })
    // The fields get aria-invalid on the next render.
    requestAnimationFrame(() => focusFirstInvalid(form.current))
    return undefined
  }

  const amountPaise = readAmount(amount)
  return (
    <Form
      id={formId}
      ref={form}
      method="post"
      action="/expert/wallet"
      noValidate
      preventScrollReset
      onSubmit={submit}
      className="space-y-5"
    >
      <input type="hidden" name="id" value={id} />
      {refusal && !passwordProblem && !isShownAtField && !busy && (
        <Notice tone="bad" announce>
          {refusal.text}
        </Notice>
      )}
      <Field
        label="Amount"
        error={(amount !== '' || hasTried ? amountProblem : undefined) ?? (isInsufficient ? refusal.text : undefined)}
        hint={
          amountPaise && !amountProblem
            ? `${formatRupees(amountPaise)} leaves your wallet now, ${formatRupees(paise(balance - amountPaise))} stays.`
            : `You have ${formatRupees(balance)}.`
        }
        required
      >
        <AmountInput value={amount} onType={setAmount} />
      </Field>
      {remembered && (
        <RememberedLine
          remembered={remembered}
          isOtherAccount={isOtherAccount}
          onChange={() => setIsOtherAccount(!isOtherAccount)}
        />
      )}
      {usedAccount ? (
        <input type="hidden" name="account" value="remembered" />
      ) : (
        <AccountFields details={details} hasTried={hasTried} onChange={setDetails} />
      )}
      <Field label="Notes" optional>
        <TextArea name="notes" rows={2} maxLength={withdrawalNotesMaxLength} defaultValue={typed?.notes ?? ''} />
      </Field>
      {passwordProblem && !isHydrated && (
        <Field label="Your password" error={passwordProblem.text} required>
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
      )}
      <Button
        type="submit"
        busy={busy && !isPasswordDialogOpen}
        aria-disabled={amountProblem || bankProblem ? true : undefined}
        className="w-full"
      >
        Request Withdrawal
      </Button>
      <p className="text-small text-quiet">
        Requests are typically processed within {withdrawalBusinessDays} business days.
      </p>
      <PasswordDialog
        formId={formId}
        open={isPasswordDialogOpen}
        onOpenChange={setIsPasswordDialogOpen}
        busy={busy}
        problem={busy ? undefined : passwordProblem?.text}
        description={`${formatRupees(amountPaise ?? paise(0))} goes to an account at ${details.bankName.trim()} ending in ${details.accountNumber.slice(-4)}. You have not used this account before, so please confirm it’s you.`}
      />
    </Form>
  )
}

const noDetails: BankDetails = { bankName: '', accountNumber: '', ifscCode: '' }

type RememberedProps = { remembered: RememberedAccount; isOtherAccount: boolean; onChange(): void }

function RememberedLine({ remembered, isOtherAccount, onChange }: RememberedProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control border border-line bg-ink py-1.5 pr-1.5 pl-3.5">
      <p className="flex min-w-0 items-center gap-2.5 text-small">
        <Landmark className="size-4.5 shrink-0 text-quiet" aria-hidden="true" />
        {isOtherAccount ? (
          <span className="text-soft">To another account</span>
        ) : (
          <span className="min-w-0 wrap-anywhere">
            <span className="font-semibold">{remembered.bankName}</span>{' '}
            <span className="figures text-soft">
              <span aria-hidden="true">••••</span>
              <span className="sr-only">account ending in </span>
              {remembered.lastFour}
            </span>
          </span>
        )}
      </p>
      <Button variant="quiet" size="small" onClick={onChange}>
        {isOtherAccount ? `Use ••••${remembered.lastFour}` : 'Change account'}
      </Button>
    </div>
  )
}
