import type { TeamFinder } from '#domain/team-finder.server.ts'
import type { FoundTicket } from '#domain/tickets/contract.ts'

/** A ticket by its number. */
export const ticketsFinder: TeamFinder<FoundTicket> = {
  duties: ['supportPeople'],
  async find({ db }, { number }) {
    if (number === null) return []
    const rows = await db
      .selectFrom('tickets')
      .innerJoin('profiles', 'profiles.id', 'opened_by')
      .select(['number', 'kind', 'state', 'opened_at', 'full_name'])
      .where('number', '=', number)
      .execute()
    return rows.map((row) => ({
      number: row.number,
      match: 'exact',
      kind: row.kind,
      state: row.state,
      personName: row.full_name,
      openedAt: row.opened_at,
    }))
  },
}
