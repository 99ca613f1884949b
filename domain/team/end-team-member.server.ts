import { suspendAccount } from '#domain/accounts/profile-rows.server.ts'
import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { notifyAdministrators } from '#domain/notifications/notify-administrators.server.ts'
import { allow } from '#domain/policy.ts'
import { type MemberAction, memberAction } from '#domain/team/contract.ts'
import { changeMember } from '#domain/team/lock-member.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Ends a membership: all sign-ins end, and the login is refused with the reason. The person's history stays. */
export async function endTeamMember(ctx: Context, input: MemberAction): Promise<void> {
  allow(ctx.actor, 'manageTeam')
  const { id, why } = parse(memberAction, input)
  if (why === '') throw new Refusal('why_missing')
  await changeMember(ctx, id, async (txCtx, { teamRole, state, isLastAdministrator }) => {
    const on = { thing: 'person', id } as const
    if (state !== 'active') throw await staleRefusal(txCtx, { code: 'member_moved_on', on })
    if (isLastAdministrator) throw new Refusal('last_administrator')
    await notifyAdministrators(txCtx, { change: 'ended', teamRole })
    await suspendAccount(txCtx.db, { id, why, now: ctx.clock.now() })
    await writeAudit(txCtx, {
      act: 'team membership ended',
      on,
      about: id,
      why,
      before: { state: 'active', role: teamRole },
      after: { state: 'ended' },
    })
    txCtx.publish(`person:${id}`, { type: 'suspended' })
  })
}
