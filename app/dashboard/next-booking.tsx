import { Paperclip, PencilRuler, Phone, Video } from 'lucide-react'
import { Link } from 'react-router'
import { clockTime, countdownText } from '#app/base/time-text.ts'
import { nearDay } from '#app/schedule/duration-text.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { PreparedBoard } from '#domain/boards/contract.ts'
import type { BookingView } from '#domain/bookings/contract.ts'
import { expertShare } from '#domain/wallet/rules.ts'
import { shortName } from '#kernel/initials.ts'
import { formatRupees } from '#kernel/money.ts'

/** A board that the expert has prepared. */
export type ShownBoard = Pick<PreparedBoard, 'id' | 'name'>

type Props = { booking: BookingView | undefined; boards: ShownBoard[]; zone: string; now: Date }

/** The next booked session with its question and its board. */
export function NextBooking({ booking, ...rest }: Props) {
  return (
    <Card as="section" aria-labelledby="next-booking">
      <CardHeader level={3} title={<span id="next-booking">Next booking</span>} />
      {booking ? (
        <Booked booking={booking} {...rest} />
      ) : (
        <>
          <p className="text-soft">Nothing is booked. Students can book the hours that you publish.</p>
          <ButtonLink to="/expert/schedule" variant="outline" size="small" className="mt-4">
            Open the schedule
          </ButtonLink>
        </>
      )}
    </Card>
  )
}

function Booked({ booking, boards, zone, now }: Props & { booking: BookingView }) {
  const { id, studentName, startsAt, minutes, callType, state, pricePaise, sharePercent, joinFrom } = booking
  const day = nearDay(startsAt, zone, now)
  const hasBegun = state === 'begun'
  const Icon = callType === 'video' ? Video : Phone
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-title">
        <time dateTime={startsAt.toISOString()} className="figures font-semibold">
          {day.charAt(0).toUpperCase() + day.slice(1)}, {clockTime(startsAt, zone)}
        </time>
        {hasBegun ? <Badge tone="good">Now</Badge> : <Soon startsAt={startsAt} now={now} />}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 text-soft">
        <Icon className="size-4" aria-hidden="true" />
        <span className="font-semibold text-text wrap-anywhere">{shortName(studentName)}</span>
        <span>
          {minutes} minutes, {callType}, you earn {formatRupees(expertShare(pricePaise, sharePercent))}
        </span>
      </p>
      <Question booking={booking} />
      <Board continues={booking.continues} boards={boards} />
      <ButtonLink
        to={`/expert/bookings/${id}`}
        variant={hasBegun || now >= joinFrom ? 'primary' : 'outline'}
        size="small"
        className="mt-5"
      >
        Open the booking
      </ButtonLink>
    </>
  )
}

/** Below ten minutes without a number, because this page is updated only every half minute. */
function Soon({ startsAt, now }: { startsAt: Date; now: Date }) {
  const leftMs = startsAt.getTime() - now.getTime()
  if (leftMs > 86_400_000) return null
  const soonText = leftMs > 0 ? 'Soon' : 'Now'
  const text = leftMs < 600_000 ? soonText : `In ${countdownText(leftMs)}`
  return <Badge tone={leftMs < 3_600_000 ? 'accent' : 'neutral'}>{text}</Badge>
}

function Question({ booking: { question, fileName } }: { booking: BookingView }) {
  return (
    <div className="mt-4 border-l-2 border-line-strong pl-4">
      {question && <p className="line-clamp-3 max-w-prose whitespace-pre-line wrap-anywhere">{question}</p>}
      {!question && <p className="text-soft">{fileName ? 'The student sent only a file.' : 'There is no question.'}</p>}
      {fileName && (
        <p className="mt-1 flex items-center gap-2 text-small text-quiet">
          <Paperclip className="size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0 truncate">{fileName}</span>
        </p>
      )}
    </div>
  )
}

const linkStyle =
  'inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere hover:text-text md:min-h-8'

/** The board that the session begins with, or the boards that the expert can add to it. */
function Board({ continues, boards }: { continues: BookingView['continues']; boards: ShownBoard[] }) {
  return (
    <div className="mt-4 flex gap-3 text-soft">
      <PencilRuler className="mt-3 size-4 shrink-0 md:mt-2" aria-hidden="true" />
      {continues ? (
        <Link to={`/expert/sessions/${continues}#board`} className={linkStyle}>
          Begins with the board of an earlier session
        </Link>
      ) : (
        <ul aria-label="Boards for this session" className="flex min-w-0 flex-wrap gap-x-4">
          {boards.map((board) => (
            <li key={board.id} className="min-w-0">
              <Link to={`/expert/boards/${board.id}`} className={linkStyle}>
                {board.name}
              </Link>
            </li>
          ))}
          <li>
            <Link to="/expert/boards" className={linkStyle}>
              {boards.length > 0 ? 'All prepared boards' : 'Prepare a board'}
            </Link>
          </li>
        </ul>
      )}
    </div>
  )
}
