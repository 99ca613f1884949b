import { type ReactElement, type ReactNode, type RefObject, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#app/account/login-form.tsx'
import { useAccountFormErrors } from '#app/account/use-account-form-errors.ts'
import type { Rule } from '#app/base/forms/use-form-errors.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'

type Props = {
  title: string
  description: string
  trigger: ReactElement
  /** The hidden fields of the form, with its `act`. */
  fields: { act: string } & Record<string, string>
  submit: string
  problem: FormProblem
  /** Why the change is not possible now; shown instead of the form. */
  obstacle?: ReactNode
  /** Receives the focus when the change removes the trigger. */
  returnTo?: RefObject<HTMLElement | null>
}

const fieldOf = { wrong_current_password: 'password' } as const
const passwordMissing: Rule = (text) => (text === '' ? 'Please enter your password.' : undefined)

/** Asks for the password before an account change. A parent closes the dialog by changing its `key` or removing it. */
export function PasswordDialog({ title, description, trigger, fields, submit, problem, obstacle, returnTo }: Props) {
  const [open, setOpen] = useState(false)
  const { formData } = useNavigation()
  const { form, errors, formError, check } = useAccountFormErrors(
    { password: passwordMissing },
    { answer: problem, fieldOf },
  )
  const busy = Object.entries(fields).every(([name, value]) => formData?.get(name) === value)
  return (
    <Dialog
      title={title}
      description={description}
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      returnTo={returnTo}
    >
      {obstacle ?? (
        <Form ref={form} method="post" noValidate onSubmit={check} className="space-y-5">
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {formError && (
            <Notice tone="bad" announce>
              {formError}
            </Notice>
          )}
          <Field label="Your password" hint="To confirm that it is you." error={errors.password} required>
            <PasswordInput name="password" autoComplete="current-password" enterKeyHint="done" />
          </Field>
          <Button type="submit" variant="danger" busy={busy}>
            {submit}
          </Button>
        </Form>
      )}
    </Dialog>
  )
}
