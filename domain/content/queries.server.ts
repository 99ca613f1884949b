import type {
  Banner,
  CatalogueGroup,
  Claims,
  CommonAnswer,
  MarketingFigures,
  Versions,
} from '#domain/content/contract.ts'
import { defaultCatalogue, sortByOrder, defaultAnswers } from '#domain/content/rules.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { paise } from '#kernel/money.ts'

/** The catalogue as shown. The code defines the categories. The team sets their order and the suggested subjects. */
export async function getCatalogue({ db }: Pick<Context, 'db'>): Promise<CatalogueGroup[]> {
  const rows = await db.selectFrom('category_content').selectAll().orderBy('place').execute()
  const order = sortByOrder(
    defaultCatalogue.map(({ id }) => id),
    rows.map(({ id }) => id),
  )
  return order.flatMap((id) => {
    const group = defaultCatalogue.find((item) => item.id === id)
    const row = rows.find((item) => item.id === id)
    if (!group || !row) return group ?? []
    const { name } = group
    const subcategories = sortByOrder(group.subcategories, row.subcategories)
    return { id, name, subcategories, suggestions: row.suggestions }
  })
}

/** The common questions, as edited by the team, or the defaults. */
export async function listCommonAnswers({ db }: Pick<Context, 'db'>, productName: string): Promise<CommonAnswer[]> {
  const rows = await db.selectFrom('common_answers').select(['question', 'answer']).orderBy('place').execute()
  return rows.length > 0 ? rows : defaultAnswers(productName)
}

export async function getBanner(ctx: Context): Promise<Banner> {
  return toBanner(await ctx.db.selectFrom('banner_edit').selectAll().executeTakeFirstOrThrow())
}

export async function getClaims(ctx: Context): Promise<Claims> {
  return toClaims(await ctx.db.selectFrom('claims').selectAll().executeTakeFirstOrThrow())
}

/** For the form of the team. Public pages read the same two rows. */
export async function getFigures(ctx: Context): Promise<MarketingFigures> {
  allow(ctx.actor, 'editContent')
  const row = await ctx.db.selectFrom(['banner_edit', 'claims']).selectAll().executeTakeFirstOrThrow()
  return { ...toBanner(row), ...toClaims(row) }
}

export async function getVersions(ctx: Context): Promise<Versions> {
  allow(ctx.actor, 'editContent')
  const rows = await ctx.db.selectFrom('content_parts').selectAll().execute()
  return Object.fromEntries(rows.map(({ part, version }) => [part, version])) as Versions
}

type BannerRow = { total_experts: number; successful_sessions: number }

function toBanner(row: BannerRow): Banner {
  return { totalExperts: row.total_experts, successfulSessions: row.successful_sessions }
}

type ClaimsRow = {
  verified_experts: number
  satisfaction_percent: number
  weekly_earnings_paise: number
  approval_hours: number
}

function toClaims(row: ClaimsRow): Claims {
  return {
    verifiedExperts: row.verified_experts,
    satisfactionPercent: row.satisfaction_percent,
    weeklyEarningsPaise: paise(row.weekly_earnings_paise),
    approvalHours: row.approval_hours,
  }
}
