import { useShell } from '#app/team/base/use-shell.ts'
import { Field } from '#app/ui/field.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'
import { passwordConfirmationMinutes } from '#kernel/limits.ts'

type Props = { form?: string; required?: boolean }

/** The password field of forms that move money or change access. Hidden after a recent confirmation. */
export function PasswordConfirmation({ form, required = true }: Props) {
  if (useShell().passwordIsRecent) return null
  return (
    <Field
      label="Your password"
      hint={`We ask again after ${passwordConfirmationMinutes} minutes.`}
      required={required}
    >
      <PasswordInput name="password" form={form} autoComplete="current-password" />
    </Field>
  )
}
