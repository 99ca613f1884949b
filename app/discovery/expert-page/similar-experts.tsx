import { ArrowRight } from 'lucide-react'
import { useId, useRef } from 'react'
import { priceText } from '#app/experts/expert-text.ts'
import { Rating } from '#app/experts/rating.tsx'
import { statusRootProps } from '#app/experts/status-in-page.ts'
import { StatusText } from '#app/experts/status.tsx'
import { useStatus } from '#app/experts/use-status.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Card, CardLink } from '#app/ui/card.tsx'
import type { ExpertCard } from '#domain/discovery/contract.ts'

type Props = {
  heading: string
  empty: string
  experts: ExpertCard[]
  basePath: '/expert' | '/expert/details'
}

/** Other experts who are online now. */
export function SimilarExperts({ heading, empty, experts, basePath }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-title">
        {heading}
      </h2>
      {experts.length === 0 ? (
        <p className="mt-4 rounded-card border border-dashed border-line px-6 py-8 text-center text-soft">{empty}</p>
      ) : (
        <ul className="mt-5 grid grid-cols-1 gap-4 md:grid-cols-3">
          {experts.map((expert) => (
            <SimilarExpert key={expert.id} expert={expert} to={`${basePath}/${expert.id}`} />
          ))}
        </ul>
      )}
    </section>
  )
}

function SimilarExpert({ expert, to }: { expert: ExpertCard; to: string }) {
  const element = useRef<HTMLLIElement>(null)
  const status = useStatus(expert, element)
  return (
    <li ref={element} {...statusRootProps(expert, status)} className="flex min-w-0">
      <Card className="flex w-full min-w-0 flex-col">
        <div className="flex items-center gap-4">
          <Avatar name={expert.name} src={expert.photoUrl} size="large" presence={status} />
          <div className="min-w-0">
            <StatusText status={status} className="text-small" />
            <h3 className="truncate text-lead font-semibold">{expert.name}</h3>
            <p className="truncate text-small text-soft">{expert.title}</p>
          </div>
        </div>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small">
          <Rating rating={expert.rating} reviews={expert.reviews} />
          <span className="figures font-semibold">{priceText(expert)}</span>
        </div>
        <CardLink
          to={to}
          className="mt-4 inline-flex min-h-6 items-center gap-1.5 self-start text-small font-semibold hover:text-accent"
        >
          <span>
            View Profile<span className="sr-only"> of {expert.name}</span>
          </span>
          <ArrowRight className="size-4" aria-hidden="true" />
        </CardLink>
      </Card>
    </li>
  )
}
