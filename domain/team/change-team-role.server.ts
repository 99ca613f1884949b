import { setTeamRole } from '#domain/accounts/profile-rows.server.ts'
import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { notifyAdministrators } from '#domain/notifications/notify-administrators.server.ts'
import { allow } from '#domain/policy.ts'
import { type TeamRoleChange, teamRoleChange } from '#domain/team/contract.ts'
import { changeMember } from '#domain/team/lock-member.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Gives a colleague another role. Every request reads the role, so it applies to open sign-ins immediately. */
export async function changeTeamRole(ctx: Context, input: TeamRoleChange): Promise<void> {
  allow(ctx.actor, 'manageTeam')
  const { id, from, to } = parse(teamRoleChange, input)
  await changeMember(ctx, id, async (txCtx, { teamRole, state, isLastAdministrator }) => {
    const on = { thing: 'person', id } as const
    if (teamRole !== from || state !== 'active') throw await staleRefusal(txCtx, { code: 'member_moved_on', on })
    if (to === from) return
    if (isLastAdministrator) throw new Refusal('last_administrator')
    await notifyAdministrators(txCtx, { change: 'role', teamRole: to })
    await setTeamRole(txCtx.db, { id, teamRole: to, now: ctx.clock.now() })
    await writeAudit(txCtx, {
      act: 'team role changed',
      on,
      about: id,
      before: { role: from },
      after: { role: to },
    })
    txCtx.publish(`account:${id}`, { type: 'changed' })
  })
}
