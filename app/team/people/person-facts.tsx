import { useZone } from '#app/base/zone.tsx'
import { Fact, Facts } from '#app/team/base/facts.tsx'
import { roleText, StateBadge } from '#app/team/people/person-text.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PersonHistory, TeamPerson } from '#domain/people/contract.ts'
import { dateText, dayAndTime } from '#kernel/time.ts'

type Props = { person: TeamPerson; blocks: PersonHistory['blocks'] }

export function PersonFacts({ person, blocks }: Props) {
  const zone = useZone()
  const { id, state, suspension, deletedAt, joinedAt } = person
  return (
    <Card as="section" aria-label="The account">
      <Facts>
        <Fact label="State">
          <StateBadge state={state} />
        </Fact>
        <Fact label="Role">{roleText(person)}</Fact>
        <Fact label="Joined">{dateText(joinedAt, zone)}</Fact>
        {deletedAt && <Fact label="Deleted">{dayAndTime(deletedAt, zone)}</Fact>}
        {suspension && (
          <Fact label={`Suspended ${dayAndTime(suspension.at, zone)}, reason shown to them`}>{suspension.reason}</Fact>
        )}
        <Fact label="Blocks">
          {blocks.by} by them, {blocks.of} against them
        </Fact>
        <Fact label="Id">
          <span className="figures">{id}</span>
        </Fact>
      </Facts>
    </Card>
  )
}
