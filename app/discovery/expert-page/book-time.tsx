import { CalendarPlus } from 'lucide-react'
import { useZone } from '#app/base/zone.tsx'
import { detailsPath } from '#app/experts/expert-meta.ts'
import type { NextTime } from '#app/schedule/next-free.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { staticPart } from '#app/ui/static-part.tsx'
import type { ExpertPage } from '#domain/discovery/contract.ts'
import { bookingMinutes } from '#kernel/limits.ts'

const NextFree = staticPart(async () => (await import('#app/schedule/next-free.tsx')).NextFree)

type Props = { expert: Pick<ExpertPage, 'id'>; nextTime: NextTime | null; className?: string }

/** Links to the booking page, whether or not the expert is online. */
export function BookTime({ expert, nextTime, className }: Props) {
  const zone = useZone()
  return (
    <div className={cx('grid grid-cols-1 gap-2', className)}>
      {nextTime && <NextFree next={nextTime} zone={zone} />}
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
