import { countInHour, teamSearchCountKey } from '#domain/accounts/hourly-counts.server.ts'
import { operationsFinder } from '#domain/books/team-finder.server.ts'
import type { Context } from '#domain/context.server.ts'
import { expertsFinder } from '#domain/experts/team-finder.server.ts'
import { peopleFinder } from '#domain/people/team-finder.server.ts'
import { type Actor, allow, policies } from '#domain/policy.ts'
import { sessionsFinder } from '#domain/sessions/team-finder.server.ts'
import { readTeamSearch, type TeamFinder } from '#domain/team-finder.server.ts'
import type { Findings, FoundGroup, FoundKind, FoundRows } from '#domain/team/contract.ts'
import { ticketsFinder } from '#domain/tickets/team-finder.server.ts'
import { paymentsFinder } from '#domain/wallet/team-finder.server.ts'
import { withdrawalsFinder } from '#domain/withdrawals/team-finder.server.ts'
import { teamSearchesPerHour } from '#kernel/limits.ts'
import { searchMatches } from '#kernel/search-match.ts'

/** In the order of groups that match equally well. */
const finders: { [Kind in FoundKind]: TeamFinder<FoundRows[Kind]> } = {
  people: peopleFinder,
  experts: expertsFinder,
  sessions: sessionsFinder,
  tickets: ticketsFinder,
  withdrawals: withdrawalsFinder,
  payments: paymentsFinder,
  operations: operationsFinder,
}

/** One search over the records of all rooms that the actor may open. All statements run at the same time. */
export async function findEverything(ctx: Context, typed: string): Promise<Findings> {
  allow(ctx.actor, 'team')
  const search = readTeamSearch(typed)
  if (!search) return { groups: [] }
  const key = teamSearchCountKey(ctx.actor.id)
  const limit = { key, max: teamSearchesPerHour, refusal: 'too_many_team_searches' } as const
  const [groups] = await Promise.all([
    Promise.all(
      listKinds(ctx.actor).map(async (kind) => ({ kind, rows: await finders[kind].find(ctx, search) }) as FoundGroup),
    ),
    countInHour(ctx.db, limit, ctx.clock.now()),
  ])
  const filled = groups.filter(({ rows }) => rows.length > 0)
  return { groups: filled.toSorted((one, other) => bestRank(one) - bestRank(other)) }
}

/** The kinds of records that the actor may open. */
function listKinds(actor: Actor): FoundKind[] {
  const kinds = Object.keys(finders) as FoundKind[]
  return kinds.filter((kind) => finders[kind].duties.some((duty) => policies[duty](actor)))
}

function bestRank({ rows }: FoundGroup): number {
  return Math.min(...rows.map(({ match }) => searchMatches.indexOf(match)))
}
