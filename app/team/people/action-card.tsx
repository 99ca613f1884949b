import { useRef, useState } from 'react'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { PasswordConfirmation } from '#app/team/base/password-confirmation.tsx'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { ReasonField } from '#app/team/base/reason-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'

type Props = {
  action: string
  title: string
  description: string
  reasonField: { label: string; hint?: string; maxLength?: number }
  label: string
  /** Shows the danger button. */
  isDestructive?: boolean
  /** The text of the confirmation dialog. */
  confirmText?: string
  /** Whether the password of the team member is needed. */
  needsPassword?: boolean
  /** The page shows the result, so the success text is only read out to screen readers. */
  isOnPage?: boolean
}

/** One action and its reason in a separate form, so that Enter cannot submit another action. */
export function ActionCard({
  action,
  title,
  description,
  reasonField,
  label,
  isDestructive = false,
  confirmText,
  needsPassword = false,
  isOnPage = false,
}: Props) {
  const variant = isDestructive ? 'danger' : 'outline'
  const [doneCount, setDoneCount] = useState(0)
  const card = useRef<HTMLDivElement>(null)
  const { Form, busy, problem } = useActionForm({
    id: action,
    isOnPage,
    onDone: () => setDoneCount((count) => count + 1),
    returnTo: card,
  })
  return (
    <Card as="section" id={action} aria-label={title}>
      <div ref={card} tabIndex={-1} className="outline-none">
        <CardHeader title={title} description={description} />
        {/* The key resets the form after success. */}
        <Form key={doneCount} method="post" className="space-y-4">
          <input type="hidden" name="act" value={action} />
          <ReasonField {...reasonField} />
          {needsPassword && <PasswordConfirmation />}
          <ErrorLine text={problem} />
          {confirmText ? (
            <ConfirmSubmit confirmText={confirmText} label={label} variant={variant} busy={busy} />
          ) : (
            <Button type="submit" variant={variant} busy={busy}>
              {label}
            </Button>
          )}
        </Form>
      </div>
    </Card>
  )
}
