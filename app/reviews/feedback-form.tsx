import { Check } from 'lucide-react'
import type { RefObject } from 'react'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { FeedbackState } from '#domain/reviews/contract.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import { feedbackChips } from '#kernel/feedback-chips.ts'
import { feedbackReminderDays, feedbackMaxLength } from '#kernel/limits.ts'

type Props = {
  state: FeedbackState
  studentName: string
  category: CategoryId | null
  /** The section, which receives the focus when the step before it is done. */
  ref: RefObject<HTMLElement | null>
}

/** The expert's feedback for the student. It can be sent once, now or later. */
export function FeedbackForm({ state, studentName, category, ref: section }: Props) {
  const { Form, busy, problem } = useAnsweredForm({ id: 'feedback', isOnPage: true, returnTo: section })
  const chips = category && feedbackChips[category]
  return (
    <Card className="print:hidden">
      <section
        ref={section}
        id="feedback"
        tabIndex={-1}
        aria-labelledby="feedback-title"
        className="scroll-mt-20 outline-none"
      >
        <CardHeader
          title={<span id="feedback-title">Feedback for {studentName}</span>}
          description={`Only ${studentName} and our team can read it.`}
        />
        {state === 'given' ? (
          <p className="text-soft">Feedback sent. {studentName} can read it on the session page.</p>
        ) : (
          <Form method="post" noValidate className="grid gap-5">
            <input type="hidden" name="act" value="feedback" />
            {chips && <Chips legend="What went well?" name="strengths" chips={chips.strengths} />}
            <FeedbackTextField label="Strengths in your own words" name="customStrengths" />
            {chips && <Chips legend="What to work on?" name="improvements" chips={chips.improvements} />}
            <FeedbackTextField label="What to work on, in your own words" name="customImprovements" />
            <FeedbackTextField label="A motivating note" name="note" />
            <ErrorLine text={problem} />
            <div className="flex flex-wrap items-center gap-3">
              <Button type="submit" busy={busy}>
                Send feedback
              </Button>
              <ButtonLink to="/expert/profile" variant="quiet">
                Later
              </ButtonLink>
            </div>
            <p className="text-small text-quiet">
              You can send feedback once and cannot change it. Your profile reminds you for {feedbackReminderDays} days.
            </p>
          </Form>
        )}
      </section>
    </Card>
  )
}

function FeedbackTextField({ label, name }: { label: string; name: string }) {
  return (
    <Field label={label} optional>
      <TextArea name={name} rows={2} maxLength={feedbackMaxLength} counter />
    </Field>
  )
}

function Chips({ legend, name, chips }: { legend: string; name: string; chips: readonly string[] }) {
  return (
    <fieldset>
      <legend className="mb-2 text-small font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {chips.map((chip) => (
          <label
            key={chip}
            className="relative inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full border border-line-strong px-4 text-small font-medium transition-colors hover:bg-float has-checked:border-accent has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent md:min-h-9"
          >
            <input
              type="checkbox"
              name={name}
              value={chip}
              className="peer absolute inset-0 cursor-pointer opacity-0"
            />
            <Check className="hidden size-4 peer-checked:block" aria-hidden="true" />
            {chip}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
