import { useShell } from '#app/team/base/use-shell.ts'
import { Field } from '#app/ui/field.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'
import { passwordConfirmationMinutes } from '#kernel/limits.ts'

/** Stands in every form that moves money; where the password was given a moment ago it is not asked for again. */
export function PasswordConfirmation({ form }: { form?: string }) {
  if (useShell().passwordIsRecent) return null
  return (
    <Field
      label="Your password"
      hint={`Asked for again before money moves; it then counts for ${passwordConfirmationMinutes} minutes.`}
      required
    >
      <PasswordInput name="password" form={form} autoComplete="current-password" />
    </Field>
  )
}
