import type { Context } from '#domain/context.server.ts'
import type { ExpertProfileInput } from '#domain/experts/contract.ts'
import { ensureExpert } from '#domain/experts/ensure-expert.server.ts'
import { getOwnExpert } from '#domain/experts/queries.server.ts'
import { saveExpertProfile } from '#domain/experts/save-expert-profile.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import type { Actor, Approval } from '#domain/policy.ts'
import { somebody } from '#tests/signed-in.ts'

export const raviProfile: ExpertProfileInput = {
  fullName: 'Ravi Nair',
  phone: '+91 98450 54321',
  title: 'Physics teacher',
  category: 'academic',
  subcategories: ['JEE', 'NEET', 'Homework Help'],
  keySubjects: ['Physics', 'Mathematics'],
  experienceYears: '12',
  highestDegree: 'M.Sc. Physics',
  brief: 'I explain mechanics until it feels obvious.',
  language: 'Hindi',
}

/** An expert, signed in, in the given state. */
export async function newExpert(
  as: (actor: Actor) => Context,
  { approval = 'approved', complete = true }: { approval?: Approval; complete?: boolean } = {},
) {
  const { person, token, email, password } = await somebody(as, 'expert')
  const ctx = as(person)
  await ensureExpert(ctx)
  if (complete) await saveExpertProfile(ctx, raviProfile)
  const { id: expertId } = await getOwnExpert(ctx)
  await setApproval(as({ kind: 'system' }), { expertId, approval })
  return { person, token, email, password, expertId, ctx }
}
