import { sql } from 'kysely'
import { signOut } from '#domain/accounts/end-sign-ins.server.ts'
import type { PhotoContext } from '#domain/files/save-photo.server.ts'
import { createExpert } from '#domain/applications/create-expert.server.ts'
import { createAccount } from '#domain/sign-in/create-account.server.ts'
import { createPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import { findSignIn } from '#domain/sign-in/find-sign-in.server.ts'
import { setPasswordByLink } from '#domain/sign-in/set-password-by-link.server.ts'
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
import { type DemoExpert, demoExperts, mariam, ravi, toProfileInput } from '#demo/people/demo-experts.ts'
import { demoStudents } from '#demo/people/demo-students.ts'
import { readPortrait } from '#demo/portraits/portrait-files.ts'

const concurrency = 4

/** Adds the missing demo accounts with the product's own actions. Returns how many it added. */
export async function seedDemo(ctx: PhotoContext): Promise<number> {
  let added = 0
  const waiting = [{ ...ravi, password: cast.ravi.password }, ...demoExperts]
  const worker = async () => {
    for (let expert = waiting.shift(); expert; expert = waiting.shift()) {
      if (await addExpert(ctx, expert)) added += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const { asha: _, ...others } = demoStudents
  const students = Object.values(others).map(({ email, fullName }) => ({
    email,
    fullName,
    role: 'student' as const,
  }))
  for (const person of [cast.asha, ...students, cast.tara, cast.vikram, cast.meera]) {
    if (await ignoreIfExists(createAccount(ctx, person))) added += 1
  }
  if (await addPendingExpert(ctx)) added += 1
  return added
}

/** Whether only demo accounts exist and the seed is incomplete: a first or interrupted start. */
export async function needsSeed(ctx: Context): Promise<boolean> {
  const [isReal, last] = await Promise.all([
    hasRealAccounts(ctx),
    ctx.db.selectFrom('profiles').select('id').where('email', '=', cast.mariam.email).executeTakeFirst(),
  ])
  return !isReal && !last
}

/** Whether the database has an account that is not a demo account. A database without tables has none. */
export async function hasRealAccounts({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass('profiles')::text as found`.execute(db)
  if (!rows[0]?.found) return false
  const real = await db
    .selectFrom('profiles')
    .select('id')
    .where('email', 'not in', [...demoEmails])
    .limit(1)
    .executeTakeFirst()
  return real !== undefined
}

/** Creates the account, profile and photo, and does the checks and approval of the team. */
async function addExpert(ctx: PhotoContext, expert: DemoExpert & { password?: string }): Promise<boolean> {
  const { email, fullName, password } = expert
  const id = await ignoreIfExists(createAccount(ctx, { email, fullName, password, role: 'expert' }))
  if (!id) return false
  const actor = { kind: 'person', id, role: 'expert', approval: 'pending', signInId: '' } as const
  const expertCtx = { ...ctx, actor }
  await saveExpertProfile(expertCtx, toProfileInput(expert))
  await savePhoto(expertCtx, { bytes: await readPortrait(expert) })
  const { id: expertId } = await getOwnExpert(expertCtx)
  for (const what of ['identity', 'interview'] as const) await verifyExpert(ctx, { expertId, what })
  await setApproval(ctx, { expertId, approval: 'approved', skipNotification: true })
  return true
}

/**
 * Creates the account as the team does, so that the first sign-in asks for the terms. This account is added last, so it
 * marks a complete seed.
 */
async function addPendingExpert(ctx: PhotoContext): Promise<boolean> {
  const { email, fullName, phone, category } = mariam
  const id = await ignoreIfExists(createExpert(ctx, { email, fullName, phone, category }))
  if (!id) return false
  const { token } = await createPasswordLink(ctx, { profileId: id, purpose: 'first_password' })
  const { signIn } = await setPasswordByLink(ctx, { token, next: cast.mariam.password })
  // No browser holds the sign-in that the link has started.
  const started = signIn && (await findSignIn(ctx, signIn.token))
  if (started) await signOut({ ...ctx, actor: started.person })
  const actor = { kind: 'person', id, role: 'expert', approval: 'pending', signInId: '' } as const
  await saveExpertProfile({ ...ctx, actor }, toProfileInput(mariam))
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
