import { reopenAccount } from '#domain/accounts/profile-rows.server.ts'
import { staleRefusal } from '#domain/accounts/stale-refusal.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { notifyAdministrators } from '#domain/notifications/notify-administrators.server.ts'
import { allow } from '#domain/policy.ts'
import { type MemberAction, memberAction } from '#domain/team/contract.ts'
import { changeMember } from '#domain/team/lock-member.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Restores an ended membership with its former role. */
export async function restoreTeamMember(ctx: Context, input: MemberAction): Promise<void> {
  allow(ctx.actor, 'manageTeam')
  const { id, why } = parse(memberAction, input)
  if (why === '') throw new Refusal('why_missing')
  await changeMember(ctx, id, async (txCtx, { teamRole, state }) => {
    const on = { thing: 'person', id } as const
    if (state !== 'suspended') throw await staleRefusal(txCtx, { code: 'member_moved_on', on })
    await notifyAdministrators(txCtx, { change: 'restored', teamRole })
    await reopenAccount(txCtx.db, { id, now: ctx.clock.now() })
    await writeAudit(txCtx, {
      act: 'team membership restored',
      on,
      about: id,
      why,
      before: { state: 'ended' },
      after: { state: 'active', role: teamRole },
    })
  })
}
