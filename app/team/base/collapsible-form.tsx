import { type ReactNode, useRef, useState } from 'react'
import { focusFirstText } from '#app/base/forms/focus-on-text.ts'
import type { AnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { Button } from '#app/ui/button.tsx'

type Props = {
  form: AnsweredForm
  opener: string
  submit: string
  children(problem: string | undefined): ReactNode
}

/** For rare, irreversible actions: one button opens the form, a second one submits it. */
export function CollapsibleForm({ form: { Form, busy, problem }, opener, submit, children }: Props) {
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
        <Button type="submit" variant="danger" busy={busy}>
          {submit}
        </Button>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
