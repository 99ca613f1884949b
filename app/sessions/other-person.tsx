import { Ban, Flag } from 'lucide-react'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { Link } from 'react-router'
import { focusFirstText } from '#app/base/forms/focus-on-text.ts'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { ModalClose } from '#app/ui/modal.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { OtherPerson } from '#domain/bookings/contract.ts'
import { bookingPath } from '#domain/bookings/rules.ts'
import type { SessionView } from '#domain/sessions/contract.ts'
import { reportMaxLength } from '#kernel/limits.ts'

type Props = OtherPerson & Pick<SessionView, 'side'> & { name: string }

/** Lets the viewer block the other person or report them to the team. */
export function OtherPersonCard({ name, side, isBlocked, isReported, bookedId }: Props) {
  const [openDialog, setOpenDialog] = useState<'block' | 'report' | null>(null)
  const section = useRef<HTMLElement>(null)
  const dialog = { name, returnTo: section, onClose: () => setOpenDialog(null) }
  return (
    <Card as="section" className="print:hidden">
      <section ref={section} tabIndex={-1} aria-labelledby="other-person" className="outline-none">
        <CardHeader title={<span id="other-person">Something wrong?</span>} />
        {isBlocked && (
          <p className="mb-4 text-soft wrap-anywhere">
            You have blocked {name}. You cannot call each other
            {bookedId ? (
              <>
                , except for{' '}
                <Link to={bookingPath({ id: bookedId, side })} className="underline underline-offset-4 hover:text-text">
                  your booking
                </Link>
                , which you can cancel.
              </>
            ) : (
              '.'
            )}
          </p>
        )}
        {isReported && <p className="mb-4 text-soft">You have reported this session. Our team is reviewing it.</p>}
        <div className="flex flex-wrap gap-3">
          {isBlocked ? (
            <UnblockForm name={name} />
          ) : (
            <Button variant="outline" size="small" onClick={() => setOpenDialog('block')} className="max-w-full">
              <Ban className="size-4 shrink-0" aria-hidden="true" />
              <span className="truncate">Block {name}</span>
            </Button>
          )}
          {!isReported && (
            <Button variant="outline" size="small" onClick={() => setOpenDialog('report')} className="max-w-full">
              <Flag className="size-4 shrink-0" aria-hidden="true" />
              <span className="truncate">Report {name}</span>
            </Button>
          )}
        </div>
      </section>
      {openDialog === 'block' && <BlockDialog {...dialog} isBooked={bookedId !== null} />}
      {openDialog === 'report' && <ReportDialog {...dialog} />}
    </Card>
  )
}

function UnblockForm({ name }: { name: string }) {
  const { Form, busy, problem } = useAnsweredForm({ id: 'other-person', isOnPage: true })
  return (
    <Form method="post">
      <input type="hidden" name="act" value="unblock" />
      <Button type="submit" variant="outline" size="small" busy={busy} className="max-w-full">
        <span className="truncate">Unblock {name}</span>
      </Button>
      <ErrorLine text={problem} />
    </Form>
  )
}

type DialogProps = {
  name: string
  returnTo: RefObject<HTMLElement | null>
  onClose(): void
}

function BlockDialog({ name, returnTo, onClose, isBooked }: DialogProps & { isBooked: boolean }) {
  const { Form, busy, problem } = useAnsweredForm({ id: 'other-person', isOnPage: true, onDone: onClose })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnTo={returnTo}
      title={`Block ${name}?`}
      description={`You will no longer be able to call each other. ${isBooked ? 'Your booking stays until one of you cancels it. ' : ''}You can unblock them on this page.`}
      footer={
        <>
          <ModalClose>
            <Button variant="quiet">Cancel</Button>
          </ModalClose>
          <Form method="post" className="contents">
            <input type="hidden" name="act" value="block" />
            <Button type="submit" variant="danger" busy={busy}>
              Block
            </Button>
          </Form>
        </>
      }
    >
      {problem && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </Dialog>
  )
}

function ReportDialog({ name, returnTo, onClose }: DialogProps) {
  const { Form, busy, problem } = useAnsweredForm({ id: 'other-person', isOnPage: true, onDone: onClose })
  // The same id for every attempt, so that a retry after a lost response does not send the report twice.
  const [id] = useState(() => crypto.randomUUID())
  const [isMissing, setIsMissing] = useState(false)
  const check = (event: FormEvent<HTMLFormElement>) => {
    const isEmpty = String(new FormData(event.currentTarget).get('words') ?? '').trim() === ''
    setIsMissing(isEmpty)
    if (!isEmpty) return
    event.preventDefault()
    focusFirstText(event.currentTarget)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnTo={returnTo}
      title={`Report ${name}`}
      description={`Our team reads your report together with the timeline of the session. ${name} cannot see your report.`}
      footer={
        <>
          <ModalClose>
            <Button variant="quiet">Cancel</Button>
          </ModalClose>
          <Button type="submit" form="report" variant="danger" busy={busy}>
            Send report
          </Button>
        </>
      }
    >
      <Form id="report" method="post" noValidate onSubmit={check}>
        <input type="hidden" name="act" value="report" />
        <input type="hidden" name="id" value={id} />
        <Field label="What happened?" error={isMissing ? 'Please say what happened.' : problem} required>
          <TextArea name="words" rows={5} maxLength={reportMaxLength} counter />
        </Field>
      </Form>
    </Dialog>
  )
}
