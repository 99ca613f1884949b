import type { PhotoContext } from '#domain/files/save-photo.server.ts'
import { createAccount } from '#domain/sign-in/create-account.server.ts'
import { savePhoto } from '#domain/files/save-photo.server.ts'
import type { Context } from '#domain/context.server.ts'
import { getOwnExpert } from '#domain/experts/queries.server.ts'
import { saveExpertProfile } from '#domain/experts/save-expert-profile.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { verifyExpert } from '#domain/experts/verify-expert.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import { cast } from '#demo/cast.ts'
import { demoEmails } from '#demo/people/demo-emails.ts'
import { type DemoExpert, demoExperts, profileOf, ravi } from '#demo/people/demo-experts.ts'
import { demoStudents } from '#demo/people/demo-students.ts'
import { readPortrait } from '#demo/portraits/portrait-files.ts'

const atOnce = 4

/** Adds the demo people who are missing, through the same verbs as everybody else. Returns how many it added. */
export async function seedDemo(ctx: PhotoContext): Promise<number> {
  let added = 0
  const waiting = [{ ...ravi, password: cast.ravi.password }, ...demoExperts]
  const worker = async () => {
    for (let expert = waiting.shift(); expert; expert = waiting.shift()) {
      if (await addExpert(ctx, expert)) added += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const { asha: _, ...others } = demoStudents
  const students = Object.values(others).map(({ email, fullName }) => ({
    email,
    fullName,
    role: 'student' as const,
  }))
  // Meera comes last: where she is, the others are.
  for (const person of [cast.asha, ...students, cast.meera]) {
    if (await ignoreIfExists(createAccount(ctx, person))) added += 1
  }
  return added
}

/** Whether nobody but the demo's people is here, and not all of them: a first start, or one that broke off. */
export async function isUnfinished(ctx: Context): Promise<boolean> {
  const [other, last] = await Promise.all([
    ctx.db
      .selectFrom('profiles')
      .select('id')
      .where('email', 'not in', [...demoEmails])
      .limit(1)
      .executeTakeFirst(),
    ctx.db.selectFrom('profiles').select('id').where('email', '=', cast.meera.email).executeTakeFirst(),
  ])
  return !other && !last
}

/** What each of them would have done alone: an account, a profile, a photo; and what the team does, as far as the demo can know them. */
async function addExpert(ctx: PhotoContext, expert: DemoExpert & { password?: string }): Promise<boolean> {
  const { email, fullName, password } = expert
  const id = await ignoreIfExists(createAccount(ctx, { email, fullName, password, role: 'expert' }))
  if (!id) return false
  const actor = { kind: 'person', id, role: 'expert', approval: 'pending', signInId: '' } as const
  const expertCtx = { ...ctx, actor }
  await saveExpertProfile(expertCtx, profileOf(expert))
  await savePhoto(expertCtx, { bytes: await readPortrait(expert) })
  const { id: expertId } = await getOwnExpert(expertCtx)
  for (const what of ['identity', 'interview'] as const) await verifyExpert(ctx, { expertId, what })
  await setApproval(ctx, { expertId, approval: 'approved', quietly: true })
  return true
}

async function ignoreIfExists(account: Promise<AccountId>): Promise<AccountId | null> {
  try {
    return await account
  } catch (error) {
    if (error instanceof Refusal && error.code === 'email_taken') return null
    throw error
  }
}
