import type { Context } from '#domain/context.server.ts'
import type { Claims } from '#domain/team/contract.ts'
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
