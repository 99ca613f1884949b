import { type ReactNode, useRef, useState } from 'react'
import { focusFirstText } from '#app/base/forms/focus-on-text.ts'
import type { AnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { ConfirmSubmit } from '#app/team/base/confirm-submit.tsx'
import { Button } from '#app/ui/button.tsx'

type Props = {
  form: AnsweredForm
  opener: string
  submit: string
  /** The text of the confirmation dialog. */
  confirmText: string
  children(problem: string | undefined): ReactNode
}

/**
 * A form for rare actions with serious effects. A button opens the form, and submitting asks for confirmation in a
 * dialog.
 */
export function CollapsibleForm({ form: { Form, busy, problem }, opener, submit, confirmText, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!isOpen) {
    return (
      <div>
        <Button ref={button} variant="outline" onClick={() => setIsOpen(true)}>
          {opener}
        </Button>
      </div>
    )
  }
  const close = () => {
    setIsOpen(false)
    // The button is mounted again on the next render.
    setTimeout(() => button.current?.focus())
  }
  return (
    <Form method="post" className="grid gap-3" ref={focusFirstText}>
      {children(problem)}
      <div className="flex flex-wrap gap-3">
        <ConfirmSubmit confirmText={confirmText} label={submit} variant="danger" busy={busy} />
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
