import { useRef } from 'react'
import { statusRootProps } from '#app/experts/status-in-page.ts'
import { StatusText } from '#app/experts/status.tsx'
import { useStatus } from '#app/experts/use-status.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Card, CardHeader, CardLink } from '#app/ui/card.tsx'
import type { ExpertCard } from '#domain/discovery/contract.ts'

/** The student's favourite experts, online ones first. */
export function Favourites({ experts }: { experts: ExpertCard[] }) {
  return (
    <Card as="section" className="lg:col-span-2">
      <CardHeader title="Favourite Experts" />
      {experts.length > 0 ? (
        <ul aria-label="Your favourite experts" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {experts.map((expert) => (
            <Favourite key={expert.id} expert={expert} />
          ))}
        </ul>
      ) : (
        <p className="text-soft">
          No favourites yet. Select ‘Add to favourites’ on an expert’s page to see here when they are online.
        </p>
      )}
    </Card>
  )
}

function Favourite({ expert }: { expert: ExpertCard }) {
  const element = useRef<HTMLLIElement>(null)
  const status = useStatus(expert, element)
  return (
    <li ref={element} {...statusRootProps(expert, status)} className="flex min-w-0">
      <Card className="flex w-full min-w-0 items-center gap-3.5 p-4! md:p-4!">
        <Avatar name={expert.name} src={expert.photoUrl} presence={status} />
        <div className="min-w-0">
          <CardLink to={`/expert/details/${expert.id}`} className="block truncate font-semibold">
            {expert.name}
          </CardLink>
          <p className="truncate text-small text-soft">{expert.title}</p>
          <StatusText status={status} className="text-small" />
        </div>
      </Card>
    </li>
  )
}
