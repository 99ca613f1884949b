import { randomUUID } from 'node:crypto'
import type { Context } from '#domain/context.server.ts'
import type { ExpertProfileInput } from '#domain/experts/contract.ts'
import { ensureExpert } from '#domain/experts/ensure-expert.server.ts'
import { getOwnExpert } from '#domain/experts/queries.server.ts'
import { registerSocket } from '#domain/experts/reachability.server.ts'
import { saveExpertProfile } from '#domain/experts/save-expert-profile.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import { setTerms } from '#domain/experts/set-terms.server.ts'
import { verifyExpert } from '#domain/experts/verify-expert.server.ts'
import type { Actor, Approval, Person } from '#domain/policy.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { expertSharePercent, sessionRatePaisePerMinute } from '#kernel/limits.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

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
  moreLanguages: [],
}

/** Creates a signed-in expert in the given state. */
export async function newExpert(
  as: (actor: Actor) => Context,
  {
    approval = 'approved',
    complete = true,
    profile = raviProfile,
  }: { approval?: Approval; complete?: boolean; profile?: ExpertProfileInput } = {},
) {
  const { person, token, email, password } = await newSignedInPerson(as, 'expert')
  const ctx = as(person)
  await ensureExpert(ctx)
  if (complete) await saveExpertProfile(ctx, profile)
  const { id: expertId } = await getOwnExpert(ctx)
  const system = as({ kind: 'system' })
  if (approval !== 'pending') await verifyExpert(system, { expertId, what: 'identity' })
  await setApproval(system, { expertId, approval })
  return { person, token, email, password, expertId, ctx }
}

/** Switches the expert online and registers an open socket in the database. */
export async function goOnline(as: (actor: Actor) => Context, { person }: { person: Person }): Promise<void> {
  await registerSocket(as({ kind: 'system' }), { accountId: person.id, nodeId: randomUUID() })
  await setOnline(as({ ...person, approval: 'approved' }), true)
}

/** Changes the rate of an expert who still has the default terms. */
export const changeRate = (system: Context, expertId: ExpertId, ratePaisePerMinute: number): Promise<void> =>
  setTerms(system, {
    expertId,
    ratePaisePerMinute,
    sharePercent: expertSharePercent,
    seen: { ratePaisePerMinute: sessionRatePaisePerMinute, sharePercent: expertSharePercent },
  })
