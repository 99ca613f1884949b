import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { Claims, ExpertRow } from '#domain/team/contract.ts'
import { paise } from '#kernel/money.ts'

export async function getClaims(ctx: Context): Promise<Claims> {
  const row = await ctx.db.selectFrom('claims').selectAll().executeTakeFirstOrThrow()
  return {
    verifiedExperts: row.verified_experts,
    satisfactionPercent: row.satisfaction_percent,
    weeklyEarningsPaise: paise(row.weekly_earnings_paise),
    approvalHours: row.approval_hours,
  }
}

const listedAtMost = 200

/** The latest first: who has just applied waits for us. */
export async function listExperts(ctx: Context): Promise<ExpertRow[]> {
  allow(ctx.actor, 'team')
  const rows = await ctx.db
    .selectFrom('experts')
    .innerJoin('profiles', 'profiles.id', 'experts.user_id')
    .select(['experts.id', 'full_name', 'email', 'approval', 'expertise_category', 'member_since'])
    .orderBy('experts.id', 'desc')
    .limit(listedAtMost)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.full_name,
    email: row.email,
    approval: row.approval,
    category: row.expertise_category,
    memberSince: row.member_since,
  }))
}
