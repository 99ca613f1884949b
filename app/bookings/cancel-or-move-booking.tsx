import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { timeSpanText } from '#app/base/time-text.ts'
import { useZone } from '#app/base/zone.tsx'
import { cancelText, moveText } from '#app/bookings/booking-text.ts'
import { isOffered, type SlotChoice, type SlotWeek } from '#app/schedule/slot-choice.ts'
import { SlotPicker } from '#app/schedule/slot-picker.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { BookingView, CancellationQuote } from '#domain/bookings/contract.ts'
import { bookingPath } from '#domain/bookings/rules.ts'
import { minutesLater } from '#kernel/time.ts'

export type Panel = { kind: 'cancel'; quote: CancellationQuote } | { kind: 'move'; choice: SlotChoice; week: SlotWeek }

type Props<Kind extends Panel['kind'] = Panel['kind']> = {
  booking: BookingView
  panel: Extract<Panel, { kind: Kind }>
  now: Date
  refusal: string | undefined
}

/** Asks to confirm cancelling or moving a booking and shows the consequences. */
export function BookingPanel({ panel, ...rest }: Props) {
  return panel.kind === 'cancel' ? <Cancel panel={panel} {...rest} /> : <Move panel={panel} {...rest} />
}

function Cancel({ booking, panel: { quote }, refusal }: Props<'cancel'>) {
  const zone = useZone()
  return (
    <PanelCard heading="Cancel this session?">
      <p className="mb-5 max-w-prose">{cancelText(booking, quote, zone)}</p>
      <Confirm booking={booking} action="cancel" refusal={refusal} danger label="Cancel the session">
        <input type="hidden" name="shownFeePaise" value={quote.feePaise} />
      </Confirm>
    </PanelCard>
  )
}

function Move({ booking, panel: { choice, week }, now, refusal }: Props<'move'>) {
  const [chosen, setChosen] = useState(choice.start)
  const start = isOffered(week, chosen) ? chosen : null
  const startsAt = start === null ? null : new Date(start)
  // Without scripts the choice is unknown here, so the button stays enabled.
  const isUnchosen = useHydrated() && !startsAt
  return (
    <PanelCard heading="Move this session">
      <p className="mb-5 max-w-prose">{moveText(booking, now)}</p>
      <Confirm
        booking={booking}
        action="move"
        refusal={refusal}
        label={isUnchosen ? 'Choose a time first' : 'Move the session'}
        disabled={isUnchosen}
      >
        <SlotPicker week={week} choice={choice} extraParams={{ do: 'move' }} start={start} onStart={setChosen} />
        {startsAt && (
          <p aria-live="polite" className="font-semibold">
            New time: {timeSpanText({ startsAt, endsAt: minutesLater(startsAt, booking.minutes) }, choice.zone)}
          </p>
        )}
      </Confirm>
    </PanelCard>
  )
}

/** Gets the focus, because the panel opens far from the link that opens it. */
function PanelCard({ heading, children }: { heading: string; children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <Card as="section" className="border-accent/40">
      <h2 ref={title} tabIndex={-1} className="mb-3 text-lead font-semibold outline-none">
        {heading}
      </h2>
      {children}
    </Card>
  )
}

type ConfirmProps = {
  booking: BookingView
  action: Panel['kind']
  label: string
  refusal: string | undefined
  danger?: boolean
  disabled?: boolean
  children: ReactNode
}

function Confirm({ booking, action, label, refusal, danger, disabled, children }: ConfirmProps) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" preventScrollReset className="grid grid-cols-1 gap-5">
      <input type="hidden" name="act" value={action} />
      {children}
      {refusal && !busy && (
        <Notice tone="bad" announce>
          {refusal}
        </Notice>
      )}
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
          {label}
        </Button>
        <ButtonLink to={bookingPath(booking)} replace preventScrollReset variant="outline">
          Keep it as it is
        </ButtonLink>
      </div>
    </Form>
  )
}
