import { randomUUID } from 'node:crypto'
import type { Context } from '#domain/context.server.ts'
import type { NotificationFacts } from '#domain/notifications/contract.ts'
import { notifyAll } from '#domain/notifications/notify.server.ts'
import { isPerson, teamDuties } from '#domain/policy.ts'

/**
 * Notifies every administrator, including the one who acts, of a change that gives power over money. Otherwise an
 * administrator could secretly add the second person of a payout. Call it in the transaction, before the change, so
 * that a member who loses the role is notified as well.
 */
export async function notifyAdministrators(
  ctx: Context,
  change: Omit<NotificationFacts['security'], 'what'> & Required<Pick<NotificationFacts['security'], 'change'>>,
): Promise<void> {
  // In the order of ids, as every change of a member locks them.
  const administrators = await ctx.db
    .selectFrom('profiles')
    .select('id')
    .where('team_role', 'in', teamDuties.manageTeam)
    .where('account_state', '=', 'active')
    .orderBy('id')
    .forKeyShare()
    .execute()
  const about = isPerson(ctx.actor) ? ctx.actor.id : undefined
  const once = `team changed ${randomUUID()}`
  await notifyAll(
    ctx,
    administrators.map(({ id }) => ({
      to: id,
      kind: 'security' as const,
      facts: { what: 'team_changed' as const, ...change },
      about,
      once,
    })),
  )
}
