import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { TeamMember } from '#domain/team/contract.ts'

/** Lists all current and former team members by name, former members last. */
export async function listTeamMembers(ctx: Context): Promise<TeamMember[]> {
  allow(ctx.actor, 'manageTeam')
  const rows = await ctx.db
    .selectFrom('profiles')
    .leftJoin('credentials', 'credentials.profile_id', 'profiles.id')
    .select(['profiles.id', 'full_name', 'email', 'team_role', 'created_at', 'account_state', 'credentials.changed_at'])
    .where('team_role', 'is not', null)
    .where('account_state', '!=', 'deleted')
    .orderBy('account_state')
    .orderBy('full_name')
    .orderBy('profiles.id')
    .execute()
  return rows.flatMap(({ team_role, ...row }) =>
    team_role
      ? [
          {
            id: row.id,
            name: row.full_name,
            email: row.email,
            teamRole: team_role,
            since: row.created_at,
            state: row.account_state === 'suspended' ? 'ended' : row.changed_at ? 'active' : 'invited',
          },
        ]
      : [],
  )
}
