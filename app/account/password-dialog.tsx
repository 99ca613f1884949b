import { type ReactElement, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#app/account/login-form.tsx'
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
}

/** Confirms a change of the account with the password. A parent closes it with another `key`, or by removing it. */
export function PasswordDialog({ title, description, trigger, fields, submit, problem }: Props) {
  const [open, setOpen] = useState(false)
  const { formData } = useNavigation()
  const busy = Object.entries(fields).every(([name, value]) => formData?.get(name) === value)
  return (
    <Dialog title={title} description={description} open={open} onOpenChange={setOpen} trigger={trigger}>
      <Form method="post" className="space-y-5">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {problem && (
          <Notice tone="bad" announce>
            {problem.refusal.text}
          </Notice>
        )}
        <Field label="Your password" hint="To confirm that it is you." required>
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
        <Button type="submit" variant="danger" busy={busy}>
          {submit}
        </Button>
      </Form>
    </Dialog>
  )
}
