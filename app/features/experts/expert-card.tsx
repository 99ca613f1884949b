import { Phone, Video } from 'lucide-react'
import { memo, useRef } from 'react'
import { Rating } from '#app/features/experts/rating.tsx'
import { presenceOf, StatusText } from '#app/features/experts/status.tsx'
import { useBooking } from '#app/features/experts/use-booking.ts'
import { useOnScreen, useStatus } from '#app/features/experts/use-status.ts'
import { VerifiedBadge } from '#app/features/experts/verified-badge.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardLink } from '#app/ui/card.tsx'
import type { ExpertCard as Expert } from '#domain/discovery/contract.ts'
import { formatRupees } from '#kernel/money.ts'

/** Face and state first, then what the expert can help with, then rating and price. */
export const ExpertCard = memo(function ExpertCard({ expert }: { expert: Expert }) {
  const element = useRef<HTMLElement>(null)
  const status = useStatus(expert, useOnScreen(element))
  const book = useBooking(expert, status, 'Sign up or log in to book a session with this expert')
  const callable = status === 'online'
  return (
    <article ref={element} className="flex">
      <Card className="flex w-full flex-col gap-4">
        <div className="flex items-start gap-4">
          <Avatar name={expert.name} src={expert.photoUrl} size="large" presence={presenceOf[status]} />
          <div className="min-w-0">
            <StatusText status={status} className="text-small" />
            <h3 className="flex items-center gap-1.5 text-lead font-semibold">
              <CardLink to={`/expert/details/${expert.id}`} className="truncate">
                {expert.name}
              </CardLink>
              <VerifiedBadge at={expert.verifiedAt} className="relative shrink-0" />
            </h3>
            <p className="truncate text-soft">{expert.title}</p>
          </div>
        </div>
        <ul className="flex flex-wrap gap-2">
          {(expert.keySubjects.length > 0 ? expert.keySubjects : expert.subcategories).map((subject) => (
            <li key={subject}>
              <Badge>{subject}</Badge>
            </li>
          ))}
        </ul>
        <p className="line-clamp-2 text-small text-soft">{expert.brief}</p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 text-small">
          <Rating rating={expert.rating} reviews={expert.reviews} />
          <span className="figures font-semibold">{formatRupees(expert.ratePaisePerMinute)}/min</span>
        </div>
        <div className="grid grid-cols-2 gap-3">
          <Button
            variant="outline"
            size="small"
            disabled={!callable}
            onClick={() => book('audio')}
            className="relative"
          >
            <Phone className="size-4" aria-hidden="true" />
            Audio<span className="sr-only"> call with {expert.name}</span>
          </Button>
          <Button
            variant="outline"
            size="small"
            disabled={!callable}
            onClick={() => book('video')}
            className="relative"
          >
            <Video className="size-4" aria-hidden="true" />
            Video<span className="sr-only"> call with {expert.name}</span>
          </Button>
        </div>
      </Card>
    </article>
  )
})
