import { lockProfile, updateNameAndPhone } from '#domain/accounts/profile-rows.server.ts'
import type { Context } from '#domain/context.server.ts'
import { expertProfile, type ExpertProfileInput } from '#domain/experts/contract.ts'
import { expertProfileVersion } from '#domain/experts/profile-version.server.ts'
import { getOwnExpert } from '#domain/experts/queries.server.ts'
import { normalizeMoreLanguages } from '#domain/experts/rules.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { Refusal, refusals } from '#kernel/refusals.ts'

/**
 * Saves the whole profile of an expert, unless it is newer than the page, which has seen this version. Experts cannot
 * change their rate, share or approval.
 */
export async function saveExpertProfile(
  ctx: Context,
  input: ExpertProfileInput,
  { seenVersion }: { seenVersion?: string | undefined } = {},
): Promise<void> {
  allow(ctx.actor, 'expert')
  const { id } = ctx.actor
  const profile = parse(input)
  const now = ctx.clock.now()

  const expert = await inTransaction(ctx, async (txCtx) => {
    const { db } = txCtx
    const { fullName, phone } = profile
    await lockProfile(db, id)
    if (seenVersion !== undefined && seenVersion !== expertProfileVersion(await getOwnExpert(txCtx))) {
      throw new Refusal('profile_changed')
    }
    if (!(await updateNameAndPhone(db, { id, fullName, phone, now }))) throw new Refusal('no_such_person')
    const saved = {
      title: profile.title,
      expertise_category: profile.category,
      subcategories: profile.subcategories,
      key_subjects: profile.keySubjects,
      experience_years: profile.experienceYears,
      highest_degree: profile.highestDegree,
      expertise_brief: profile.brief,
      speak_language: profile.language,
      more_languages: normalizeMoreLanguages(profile),
      updated_at: now,
    }
    return db
      .insertInto('experts')
      .values({ user_id: id, member_since: now, ...saved })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(saved))
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  ctx.publish(`account:${id}`, { type: 'changed' })
  ctx.publish(`expert:${expert.id}`, { type: 'changed' })
}

function parse(input: ExpertProfileInput) {
  const parsed = expertProfile.safeParse(input)
  if (parsed.success) return parsed.data
  const [first, ...others] = parsed.error.issues
  if (first && others.length === 0) {
    if (first.path[0] === 'subcategories') throw new Refusal('not_three_subcategories')
    if (first.message === refusals.too_many_subjects.text) throw new Refusal('too_many_subjects')
  }
  throw new Refusal('invalid_input')
}
