import { PencilLine } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { useFormDraft } from '#app/base/forms/use-form-draft.ts'
import { useZone } from '#app/base/zone.tsx'
import { SummaryText, summaryPartNames, summaryTitles } from '#app/reviews/summary-text.tsx'
import { useFormInSection } from '#app/reviews/use-form-in-section.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { Summary } from '#domain/reviews/contract.ts'
import { summaryChangeDays, summaryFieldMaxLength } from '#kernel/limits.ts'
import { dateText } from '#kernel/time.ts'

type Props = {
  sessionId: string
  /** Null until it is written. */
  summary: Summary | null
  canChange: boolean
  studentName: string
  /** The next step, which gets the focus when the summary is sent. */
  next?: RefObject<HTMLElement | null> | undefined
}

/** The expert's summary for the student. It can be changed for `summaryChangeDays` days. */
export function OwnSummary({ sessionId, summary, canChange, studentName, next }: Props) {
  const { section, isFormShown, showForm } = useFormInSection()
  const zone = useZone()
  return (
    <Card className="print:hidden">
      <section
        ref={section}
        id="summary"
        tabIndex={-1}
        aria-labelledby="summary-title"
        className="scroll-mt-20 outline-none"
      >
        <CardHeader
          title={<span id="summary-title">Summary for {studentName}</span>}
          description={`What ${studentName} can look up later. Only the two of you and our team can read it.`}
        />
        {!summary?.parts || (isFormShown && canChange) ? (
          <SummaryForm
            sessionId={sessionId}
            summary={summary}
            studentName={studentName}
            returnTo={(summary ? undefined : next) ?? section}
            onClose={() => showForm(false)}
          />
        ) : (
          <>
            <SummaryText summary={summary} parts={summary.parts} />
            {summary.suggestsBooking && (
              <p className="mt-2 text-small text-quiet">You suggested booking a follow-up.</p>
            )}
            {summary.hiddenReason && (
              <p className="mt-4 max-w-prose text-soft wrap-anywhere">
                Our team has hidden this summary from {studentName}. Reason: {summary.hiddenReason}
              </p>
            )}
            {canChange && (
              <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
                <Button variant="outline" size="small" onClick={() => showForm(true)}>
                  <PencilLine className="size-4" aria-hidden="true" />
                  Change the summary
                </Button>
                <p className="text-small text-quiet">You can change it until {dateText(summary.changeUntil, zone)}.</p>
              </div>
            )}
          </>
        )}
      </section>
    </Card>
  )
}

type FormProps = Pick<Props, 'sessionId' | 'summary' | 'studentName'> & {
  returnTo: RefObject<HTMLElement | null>
  onClose(): void
}

function SummaryForm({ sessionId, summary, studentName, returnTo, onClose }: FormProps) {
  const { form, keep, forget } = useFormDraft(`samjhao:summary:${sessionId}`)
  const { Form, busy, problem } = useAnsweredForm({
    id: 'summary',
    isOnPage: true,
    returnTo,
    onDone() {
      forget()
      if (summary) onClose()
    },
  })
  return (
    <Form ref={form} method="post" noValidate onInput={keep} onKeyDown={sendWithShortcut} className="grid gap-5">
      <input type="hidden" name="act" value={summary ? 'change_summary' : 'summary'} />
      {summaryPartNames.map((name) => (
        <Field key={name} label={summaryTitles[name]} optional>
          <TextArea
            name={name}
            rows={2}
            maxLength={summaryFieldMaxLength}
            counter
            defaultValue={summary?.parts?.[name] ?? ''}
          />
        </Field>
      ))}
      <Checkbox
        name="suggestsBooking"
        value="yes"
        label="Suggest booking a follow-up"
        hint={`${studentName} gets a link to your next free times.`}
        defaultChecked={summary?.suggestsBooking ?? false}
      />
      <ErrorLine text={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {summary ? 'Save summary' : 'Send summary'}
        </Button>
        {summary && (
          <Button
            variant="quiet"
            onClick={() => {
              forget()
              onClose()
            }}
          >
            Cancel
          </Button>
        )}
      </div>
      <p className="text-small text-quiet">
        Ctrl + Enter sends it.{!summary && ` You can change it for ${summaryChangeDays} days after sending it.`}
      </p>
    </Form>
  )
}

/** Enter alone starts a new line. */
function sendWithShortcut(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
