import { MessageSquareReply } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { focusFirstText } from '#app/base/forms/focus-on-text.ts'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { useFormErrors } from '#app/base/forms/use-form-errors.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { ReviewId } from '#kernel/ids.ts'
import { reviewAnswerMaxLength } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'

const rules = { words: (text: string) => (text.trim() ? undefined : refusals.answer_empty.text) }
const fieldOf = { answer_empty: 'words' } as const

export type AnswerFormProps = {
  reviewId: ReviewId
  /** The reviewer's name, for screen readers when there are several reviews. */
  reviewerName?: string
  returnTo: RefObject<HTMLElement | null>
}

/** The expert's public answer to a review. It can be given once. */
export function AnswerForm({ reviewId, reviewerName, returnTo }: AnswerFormProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { Form, busy, refused } = useAnsweredForm({ id: 'answer', isOnPage: true, returnTo })
  const { form, errors, formError, check } = useFormErrors({ rules, answer: refused, fieldOf })
  useEffect(() => {
    if (isOpen) focusFirstText(form.current)
  }, [isOpen, form])
  if (!isOpen) {
    return (
      <Button variant="outline" size="small" className="mt-4" onClick={() => setIsOpen(true)}>
        <MessageSquareReply className="size-4" aria-hidden="true" />
        Answer{reviewerName && <span className="sr-only"> the review of {reviewerName}</span>}
      </Button>
    )
  }
  const close = () => {
    setIsOpen(false)
    returnTo.current?.focus()
  }
  return (
    <Form ref={form} method="post" noValidate onSubmit={check} className="mt-4 grid gap-3">
      <input type="hidden" name="act" value="answer" />
      <input type="hidden" name="reviewId" value={reviewId} />
      <Field
        label="Your answer"
        hint="Everyone can read it under the review. You can answer once and cannot change it."
        error={errors.words}
        required
      >
        <TextArea name="words" rows={3} maxLength={reviewAnswerMaxLength} counter />
      </Field>
      <ErrorLine text={busy ? undefined : formError} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Answer publicly
        </Button>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
