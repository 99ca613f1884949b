import { CalendarPlus } from 'lucide-react'
import { NextFree, type NextTime } from '#app/features/bookings/next-free.tsx'
import { detailsPath } from '#app/features/experts/expert-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import type { ExpertPage } from '#domain/discovery/contract.ts'
import { bookingMinutes } from '#kernel/limits.ts'

type Props = { expert: Pick<ExpertPage, 'id'>; nextTime: NextTime | null; className?: string }

/** The way to a time that is planned, whether the expert is online now or not. */
export function BookTime({ expert, nextTime, className }: Props) {
  return (
    <div className={cx('grid grid-cols-1 gap-2', className)}>
      <NextFree next={nextTime} />
      <ButtonLink to={`${detailsPath(expert)}/book`} variant="outline">
        <CalendarPlus className="size-4.5" aria-hidden="true" />
        Book a time
      </ButtonLink>
      <p className="text-small text-soft">
        {bookingMinutes[0]} to {bookingMinutes.at(-1)} minutes, at a time that suits you both.
      </p>
    </div>
  )
}
