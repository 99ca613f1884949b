import { RotateCcw } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { useFormErrors } from '#app/base/forms/use-form-errors.ts'
import { useZone } from '#app/base/zone.tsx'
import { refundLabel } from '#app/sessions/refund-text.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Field } from '#app/ui/field.tsx'
import { ModalClose } from '#app/ui/modal.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { RefundRequest } from '#domain/refunds/contract.ts'
import { refundReasonMaxLength } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'
import { dayAndTime } from '#kernel/time.ts'

type Props = {
  request: RefundRequest | null
  /** The deadline for a refund request. Null when none is possible. */
  until: Date | null
}

/** Lets the student request a refund, and shows the state of the request. */
export function RefundCard({ request, until }: Props) {
  const section = useRef<HTMLElement>(null)
  const zone = useZone()
  const [isAsking, setIsAsking] = useState(false)
  const form = useAnsweredForm({ id: 'refund', isOnPage: true, onDone: () => setIsAsking(false) })
  if (!request && !until) return null
  return (
    <Card className="print:hidden">
      <section ref={section} tabIndex={-1} aria-labelledby="refund" className="outline-none">
        <CardHeader title={<span id="refund">Refund</span>} />
        {request && (
          <>
            <RefundState request={request} />
            <ButtonLink to="/user/refunds" variant="outline" size="small" className="mt-4">
              All refund requests
            </ButtonLink>
          </>
        )}
        {until && (
          <>
            <p className="mb-4 text-soft">
              Was something wrong with this session? You can ask for your money back until {dayAndTime(until, zone)}.
            </p>
            <Button variant="outline" size="small" onClick={() => setIsAsking(true)}>
              <RotateCcw className="size-4" aria-hidden="true" />
              Ask for a refund
            </Button>
          </>
        )}
      </section>
      {isAsking && <RefundDialog {...form} returnTo={section} onClose={() => setIsAsking(false)} />}
    </Card>
  )
}

/** The state of a refund request, with the reason and the team's reply. */
export function RefundState({ request }: { request: RefundRequest }) {
  const zone = useZone()
  const { label, tone, text } = refundLabel(request)
  const { reason, answer, askedAt, decidedAt } = request
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Badge tone={tone}>{label}</Badge>
        <span className="text-small text-quiet">{dayAndTime(decidedAt ?? askedAt, zone)}</span>
      </p>
      <p>{text}</p>
      {answer && !request.fault && <LabelledText label="Reply from our team" text={answer} />}
      {reason && <LabelledText label="You wrote" text={reason} />}
    </div>
  )
}

function LabelledText({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="text-small text-quiet">{label}</p>
      <p className="whitespace-pre-line text-soft wrap-anywhere">{text}</p>
    </div>
  )
}

type DialogProps = ReturnType<typeof useAnsweredForm> & {
  returnTo: RefObject<HTMLElement | null>
  onClose(): void
}

const rules = { reason: (text: string) => (text.trim() ? undefined : refusals.refund_reason_missing.text) }
const fieldOf = { refund_reason_missing: 'reason' } as const

function RefundDialog({ Form, busy, refused, returnTo, onClose }: DialogProps) {
  const { form, errors, formError, check } = useFormErrors({ rules, answer: refused, fieldOf })
  // The same id for every attempt, so that a retry after a lost response does not send the request twice.
  const [id] = useState(() => crypto.randomUUID())
  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnTo={returnTo}
      title="Ask for a refund"
      description="Our team reads your request together with the timeline of the session, and replies on this page."
      footer={
        <>
          <ModalClose>
            <Button variant="quiet">Cancel</Button>
          </ModalClose>
          <Button type="submit" form="refund-form" busy={busy}>
            Send request
          </Button>
        </>
      }
    >
      <Form ref={form} id="refund-form" method="post" noValidate onSubmit={check} className="grid gap-4">
        <input type="hidden" name="act" value="refund" />
        <input type="hidden" name="id" value={id} />
        <Field label="What went wrong?" error={errors.reason} required>
          <TextArea name="reason" rows={5} maxLength={refundReasonMaxLength} counter />
        </Field>
        <ErrorLine text={busy ? undefined : formError} />
      </Form>
    </Dialog>
  )
}
