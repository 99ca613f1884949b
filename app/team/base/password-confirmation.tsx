import { useShell } from '#app/team/base/use-shell.ts'
import { Field } from '#app/ui/field.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'
import { passwordConfirmationMinutes } from '#kernel/limits.ts'

/** Password field for forms that move money. Hidden when the password was confirmed recently. */
export function PasswordConfirmation({ form }: { form?: string }) {
  if (useShell().passwordIsRecent) return null
  return (
    <Field
      label="Your password"
      hint={`Required before money moves. Valid for ${passwordConfirmationMinutes} minutes.`}
      required
    >
      <PasswordInput name="password" form={form} autoComplete="current-password" />
    </Field>
  )
}
