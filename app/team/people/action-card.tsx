import { useRef, useState } from 'react'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { useActionForm } from '#app/team/base/use-action-form.ts'
import { ReasonField } from '#app/team/people/reason-field.tsx'
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
  words?: string
}

/** One action and its reason in a separate form, so that Enter cannot submit another action. */
export function ActionCard({ action, title, description, reasonField, label, isDestructive = false, words }: Props) {
  const variant = isDestructive ? 'danger' : 'outline'
  const [doneCount, setDoneCount] = useState(0)
  const card = useRef<HTMLDivElement>(null)
  const { Form, busy, problem } = useActionForm({
    id: action,
    onDone: () => setDoneCount((count) => count + 1),
    returnTo: card,
  })
  return (
    <Card as="section" aria-label={title}>
      <div ref={card} tabIndex={-1} className="outline-none">
        <CardHeader title={title} description={description} />
        {/* The key resets the form after success. */}
        <Form key={doneCount} method="post" className="space-y-4">
          <input type="hidden" name="act" value={action} />
          <ReasonField {...reasonField} />
          <ErrorLine text={problem} />
          {words ? (
            <ConfirmSubmit words={words} label={label} variant={variant} busy={busy} />
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
