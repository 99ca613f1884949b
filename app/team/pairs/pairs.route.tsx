import { UsersRound } from 'lucide-react'
import { serve } from '#app/base/serve.server.ts'
import { PersonLink } from '#app/team/base/subject-links.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { SuspiciousPair } from '#domain/team/contract.ts'
import { listSuspiciousPairs } from '#domain/team/suspicious-pairs.server.ts'
import { counted } from '#kernel/count-text.ts'
import { pairShortCallMinutes, pairWatchDays } from '#kernel/limits.ts'
import type { Route } from './+types/pairs.route'

export const loader = serve('supportPeople', async ({ context }) => ({ pairs: await listSuspiciousPairs(context) }))

export default function Pairs({ loaderData: { pairs } }: Route.ComponentProps) {
  return (
    <>
      <TeamHeading title="Pairs">
        Students and experts who may be one person, in the last {pairWatchDays} days. Nothing happens by itself:
        families and hostels share devices and addresses, too.
      </TeamHeading>
      {pairs.length === 0 ? (
        <EmptyState heading="No suspicious pairs" level={2} icon={<UsersRound />} />
      ) : (
        <ul aria-label="Suspicious pairs" className="grid gap-4 lg:grid-cols-2">
          {pairs.map((pair) => (
            <Card key={`${pair.student.id} ${pair.expert.id}`} as="li">
              <p className="flex flex-wrap items-center gap-x-2">
                <PersonLink person={pair.student} /> called <PersonLink person={pair.expert} />
              </p>
              <ul className="mt-2 grid gap-1 text-soft">
                {listEvidence(pair).map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </Card>
          ))}
        </ul>
      )}
    </>
  )
}

function listEvidence(pair: SuspiciousPair): string[] {
  return [
    pair.sharedBrowsers > 0 && `Both signed in with ${counted(pair.sharedBrowsers, 'same browser', 'same browsers')}`,
    pair.sharedAddresses > 0 &&
      `Both signed in from ${counted(pair.sharedAddresses, 'same address', 'same addresses')}`,
    `${counted(pair.paidSessions, 'paid session')}: ${pair.shortCalls} of at most ${pairShortCallMinutes} minutes, ${pair.refundedWhole} refunded in full`,
  ].filter((text) => text !== false)
}
