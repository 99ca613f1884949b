import { PencilLine } from 'lucide-react'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { useFormErrors } from '#app/base/forms/use-form-errors.ts'
import { useZone } from '#app/base/zone.tsx'
import { HiddenNote, ReviewText } from '#app/reviews/review-body.tsx'
import { StarsChoice } from '#app/reviews/stars-choice.tsx'
import { useFormInSection } from '#app/reviews/use-form-in-section.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { SessionReview } from '#domain/reviews/contract.ts'
import { reviewChangeDays, reviewMaxLength } from '#kernel/limits.ts'
import { dateText } from '#kernel/time.ts'

type Props = { expertName: string; review: SessionReview | null; canReview: boolean; canChange: boolean }

/** The student's review of a session. It can be changed for `reviewChangeDays` days. */
export function OwnReview({ expertName, review, canReview, canChange }: Props) {
  const { section, isFormShown, showForm } = useFormInSection()
  const zone = useZone()
  const form = useAnsweredForm({ id: 'review', isOnPage: true, onDone: () => showForm(false), returnTo: section })
  if (!review && !canReview) {
    return <Notice className="print:hidden" title="This session was refunded in full, so it cannot be reviewed." />
  }
  const isWriting = !review || (isFormShown && canChange)
  return (
    <Card className="print:hidden">
      <section ref={section} tabIndex={-1} aria-labelledby="own-review" className="outline-none">
        <CardHeader
          title={<span id="own-review">{review ? 'Your review' : `How was ${expertName}?`}</span>}
          description={
            review ? undefined : 'Your review is public, with your first name and the first letter of your last name.'
          }
        />
        {isWriting ? (
          <ReviewForm {...form} review={review} onCancel={() => showForm(false)} />
        ) : (
          <>
            <ReviewText review={review} expertName={expertName} />
            <HiddenNote reason={review.hiddenReason} />
            {!canReview && (
              <p className="mt-4 max-w-prose text-soft">
                This session was refunded in full, so your stars do not count and cannot be changed.
              </p>
            )}
            {canChange && (
              <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
                <Button variant="outline" size="small" onClick={() => showForm(true)}>
                  <PencilLine className="size-4" aria-hidden="true" />
                  Change your review
                </Button>
                <p className="text-small text-quiet">You can change it until {dateText(review.changeUntil, zone)}.</p>
              </div>
            )}
          </>
        )}
      </section>
    </Card>
  )
}

type FormProps = ReturnType<typeof useAnsweredForm> & { review: SessionReview | null; onCancel(): void }

const starsMissing = 'Choose between one and five stars.'
const rules = { rating: (chosen: string) => (chosen ? undefined : starsMissing) }
const fieldOf = { stars_missing: 'rating' } as const

function ReviewForm({ Form, busy, refused, review, onCancel }: FormProps) {
  const { form, errors, formError, check } = useFormErrors({ rules, answer: refused, fieldOf })
  return (
    <Form ref={form} method="post" noValidate onSubmit={check} className="grid gap-4">
      <input type="hidden" name="act" value={review ? 'change_review' : 'review'} />
      <StarsChoice legend="Your stars" rating={review?.rating} error={errors.rating} />
      <Field label="Comment" optional>
        <TextArea name="comment" rows={4} maxLength={reviewMaxLength} counter defaultValue={review?.comment ?? ''} />
      </Field>
      <ErrorLine text={busy ? undefined : formError} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {review ? 'Save review' : 'Send review'}
        </Button>
        {review && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      {!review && (
        <p className="text-small text-quiet">You can change it for {reviewChangeDays} days after sending it.</p>
      )}
    </Form>
  )
}
