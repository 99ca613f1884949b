import { studentProfile, type StudentProfileInput } from '#domain/accounts/contract.ts'
import { lockProfile, updateNameAndPhone } from '#domain/accounts/profile-rows.server.ts'
import { getStudentProfile, studentProfileVersion } from '#domain/accounts/student-queries.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { listProblems } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/**
 * Saves the whole student profile, unless it is newer than the page, which has seen this version. The email address is
 * not part of it.
 */
export async function updateStudent(
  ctx: Context,
  input: StudentProfileInput,
  { seenVersion }: { seenVersion?: string | undefined } = {},
): Promise<void> {
  allow(ctx.actor, 'student')
  const { id } = ctx.actor
  const { fullName, phone, bio, languages, parentsWhatsapp } = parseProfile(input)
  const now = ctx.clock.now()

  await inTransaction(ctx, async (txCtx) => {
    const { db } = txCtx
    await lockProfile(db, id)
    if (seenVersion !== undefined && seenVersion !== studentProfileVersion(await getStudentProfile(txCtx))) {
      throw new Refusal('profile_changed')
    }
    const createdAt = await updateNameAndPhone(db, { id, fullName, phone: phone || null, now })
    if (!createdAt) throw new Refusal('no_such_person')
    const details = {
      about_me: bio || null,
      languages,
      parents_whatsapp_number: parentsWhatsapp || null,
      updated_at: now,
    }
    await db
      .insertInto('student_details')
      .values({ profile_id: id, user_since: createdAt, ...details })
      .onConflict((conflict) => conflict.column('profile_id').doUpdateSet(details))
      .execute()
  })
  ctx.publish(`account:${id}`, { type: 'changed' })
}

function parseProfile(input: StudentProfileInput) {
  const parsed = studentProfile.safeParse(input)
  if (parsed.success) return parsed.data
  const [first, ...others] = parsed.error.issues
  const isOnlyParentsNumber = others.length === 0 && first?.path[0] === 'parentsWhatsapp'
  const problems = listProblems(parsed.error)
  throw new Refusal(isOnlyParentsNumber ? 'parents_number' : 'invalid_input', { problems })
}
