import type { Context } from '#domain/context.server.ts'
import { type Check, checks, type OwnExpert, type OwnListing } from '#domain/experts/contract.ts'
import { isProfileComplete } from '#domain/experts/rules.ts'
import { allow, isPerson } from '#domain/policy.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import type { AccountId, ExpertId } from '#kernel/ids.ts'
import { type Paise, paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'

/** The actor's own record, including private fields. */
export async function getOwnExpert(ctx: Context): Promise<OwnExpert> {
  allow(ctx.actor, 'expert')
  const row = await ctx.db
    .selectFrom('experts')
    .innerJoin('profiles', 'profiles.id', 'experts.user_id')
    .innerJoin('expert_profiles', 'expert_profiles.id', 'experts.id')
    .selectAll('experts')
    .select(['profiles.full_name', 'profiles.email', 'profiles.phone_number', 'profiles.avatar_url'])
    .select(({ ref }) => [
      ref('expert_profiles.rating').$notNull().as('rating'),
      ref('expert_profiles.reviews').$notNull().as('reviews'),
      ref('expert_profiles.sessions').$notNull().as('sessions'),
      ref('expert_profiles.todays_earnings').$notNull().as('todays_earnings'),
      ref('expert_profiles.wallet_balance').$notNull().as('wallet_balance'),
    ])
    .where('experts.user_id', '=', ctx.actor.id)
    .executeTakeFirst()
  if (!row) throw new Refusal('no_such_expert')
  const photo = row.profile_photo ?? row.avatar_url
  const profile = {
    phone: row.phone_number,
    title: row.title,
    category: row.expertise_category,
    subcategories: row.subcategories,
    highestDegree: row.highest_degree,
    brief: row.expertise_brief,
  }
  return {
    ...profile,
    id: row.id,
    approval: row.approval,
    approvalReason: row.approval_reason,
    fullName: row.full_name,
    email: row.email,
    photoUrl: photo && withCacheBuster(photo, row.updated_at),
    keySubjects: row.key_subjects,
    experienceYears: row.experience_years,
    language: row.speak_language,
    moreLanguages: row.more_languages,
    ratePaisePerMinute: paise(row.rate_paise_per_minute),
    memberSince: row.member_since,
    rating: row.reviews > 0 ? Number(row.rating) : null,
    reviews: row.reviews,
    sessions: row.sessions,
    todaysEarningsPaise: rupeesToPaise(row.todays_earnings),
    walletBalancePaise: rupeesToPaise(row.wallet_balance),
    isOnline: row.is_online,
    switchedOffAt: row.switched_off_at,
    isComplete: isProfileComplete(profile),
  }
}

/** Lists the checks that the team has recorded about the actor. */
export async function listOwnChecks(ctx: Context): Promise<Check[]> {
  allow(ctx.actor, 'expert')
  const rows = await ctx.db
    .selectFrom('expert_verifications')
    .innerJoin('experts', 'experts.id', 'expert_verifications.expert_id')
    .select('what')
    .where('experts.user_id', '=', ctx.actor.id)
    .execute()
  return checks.filter((check) => rows.some(({ what }) => what === check))
}

/** Returns when voice and picture of the actor arrived in a test call. Null if they never did. */
export async function findTestCall(ctx: Context): Promise<Date | null> {
  allow(ctx.actor, 'expert')
  const row = await ctx.db
    .selectFrom('experts')
    .select('call_tested_at')
    .where('user_id', '=', ctx.actor.id)
    .executeTakeFirst()
  return row?.call_tested_at ?? null
}

export type Callee = {
  expertId: ExpertId
  accountId: AccountId
  name: string
  /** The switch is on, and a ring would reach the expert. */
  canBeCalled: boolean
  ratePaisePerMinute: Paise
  sharePercent: number
}

/** The expert to call, with the current terms. Null for an expert who is not public. */
export async function findCallee(ctx: Context, expertId: ExpertId): Promise<Callee | null> {
  const row = await ctx.db
    .selectFrom('experts')
    .innerJoin('listings', 'listings.expert_id', 'experts.id')
    .select(['experts.id', 'experts.user_id', 'listings.name', 'listings.online'])
    .select(['experts.rate_paise_per_minute', 'experts.share_percent'])
    .where('experts.id', '=', expertId)
    .executeTakeFirst()
  return row
    ? {
        expertId: row.id,
        accountId: row.user_id,
        name: row.name,
        canBeCalled: row.online,
        ratePaisePerMinute: paise(row.rate_paise_per_minute),
        sharePercent: row.share_percent,
      }
    : null
}

export async function findExpertIdOf(ctx: Context, accountId: AccountId): Promise<ExpertId | null> {
  const row = await ctx.db.selectFrom('experts').select('id').where('user_id', '=', accountId).executeTakeFirst()
  return row?.id ?? null
}

export async function findCategoryOf({ db }: Context, accountId: AccountId): Promise<CategoryId | null> {
  const row = await db
    .selectFrom('experts')
    .select('expertise_category')
    .where('user_id', '=', accountId)
    .executeTakeFirst()
  return row?.expertise_category ?? null
}

/** What the navigation of an expert shows. Null for everybody else. */
export async function findOwnListing({ db, actor }: Context): Promise<OwnListing | null> {
  if (!isPerson(actor) || actor.role !== 'expert') return null
  const row = await db
    .selectFrom('experts')
    .leftJoin('listings', 'listings.expert_id', 'experts.id')
    .select(['experts.id', 'approval', 'is_online', 'listings.expert_id as listed'])
    .where('experts.user_id', '=', actor.id)
    .executeTakeFirst()
  // The record is created at the first visit of the dashboard.
  if (!row) return { id: null, approval: 'pending', isOnline: false, isPublic: false }
  return { id: row.id, approval: row.approval, isOnline: row.is_online, isPublic: row.listed !== null }
}

/** Locks the expert’s approval until the end of the transaction. Returns whether it is 'approved'. */
export async function lockApproval({ db }: Context, expertId: ExpertId): Promise<boolean> {
  const expert = await db
    .selectFrom('experts')
    .select('approval')
    .where('id', '=', expertId)
    .forShare()
    .executeTakeFirst()
  return expert?.approval === 'approved'
}

/** Lists the approved experts with these email addresses, for the process that runs the demo experts. */
export async function listApprovedByEmail(
  { db, actor }: Context,
  emails: string[],
): Promise<{ id: AccountId; category: CategoryId | null }[]> {
  allow(actor, 'system')
  const rows = await db
    .selectFrom('profiles')
    .innerJoin('experts', 'experts.user_id', 'profiles.id')
    .select(['profiles.id', 'expertise_category'])
    .where('email', 'in', emails)
    .where('approval', '=', 'approved')
    .execute()
  return rows.map(({ id, expertise_category }) => ({ id, category: expertise_category }))
}

/** Makes browsers refetch the photo after each save. */
function withCacheBuster(url: string, updatedAt: Date): string {
  return `${url}${url.includes('?') ? '&' : '?'}v=${updatedAt.getTime()}`
}

function rupeesToPaise(rupees: string) {
  return paise(Math.round(Number(rupees) * 100))
}
