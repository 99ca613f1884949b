import type { Application, ApplicationDocument } from '#domain/applications/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { type AccountId, type ApplicationId, isUuid } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

export async function getApplication(ctx: Context, id: string): Promise<Application> {
  allow(ctx.actor, 'prepareExperts')
  const row = isUuid<ApplicationId>(id)
    ? await ctx.db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('no_such_application')
  return {
    id: row.id,
    fullName: row.full_name,
    email: row.email,
    phone: row.phone,
    category: row.category,
    notes: row.notes,
    stage: row.stage,
    revision: row.revision,
    receivedAt: row.received_at,
    answerBy: row.answer_by,
    answeredAt: row.answered_at,
    interviewAt: row.interview_at,
    letter: row.letter,
    documents: await listDocuments(ctx, row.id),
    account: await findAccount(ctx, row),
  }
}

async function listDocuments({ db }: Context, id: ApplicationId): Promise<ApplicationDocument[]> {
  const rows = await db
    .selectFrom('application_documents')
    .select(['id', 'name', 'size_bytes', 'stored_at'])
    .where('application_id', '=', id)
    .orderBy('stored_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    sizeBytes: row.size_bytes,
    storedAt: row.stored_at,
  }))
}

type Linked = { email: string; profile_id: AccountId | null }

async function findAccount({ db }: Context, { email, profile_id }: Linked): Promise<Application['account']> {
  const row = await db
    .selectFrom('profiles')
    .leftJoin('experts', 'experts.user_id', 'profiles.id')
    .select(['role', 'experts.id as expert_id'])
    .$if(profile_id !== null, (profiles) => profiles.where('profiles.id', '=', profile_id))
    .$if(profile_id === null, (profiles) => profiles.where('email', '=', email))
    .executeTakeFirst()
  return row ? { role: row.role, expertId: row.expert_id, isLinked: profile_id !== null } : null
}
