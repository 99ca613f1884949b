import type { Context } from '#domain/context.server.ts'
import type { AccountState, PersonRow, TeamPerson } from '#domain/people/contract.ts'
import { maskPhone } from '#domain/people/rules.ts'
import { allow, type Approval, type Role } from '#domain/policy.ts'
import { needsSecondStep } from '#domain/sign-in/recovery-codes.server.ts'
import { type AccountId, isUuid } from '#kernel/ids.ts'
import { maskEmail } from '#kernel/mask-email.ts'
import { Refusal } from '#kernel/refusals.ts'

/** One person, with masked data. */
export async function getTeamPerson(ctx: Context, id: string): Promise<TeamPerson> {
  allow(ctx.actor, 'supportPeople')
  if (!isUuid<AccountId>(id)) throw new Refusal('nothing_there')
  const row = await selectPeople(ctx)
    .select(['experts.id as expert_id', 'suspended_at', 'suspended_reason', 'deleted_at'])
    .where('profiles.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('nothing_there')
  const { suspended_at: at, suspended_reason: reason } = row
  return {
    ...toPersonRow(row),
    expertId: row.expert_id,
    suspension: at && reason ? { at, reason } : null,
    deletedAt: row.deleted_at,
    hasSecondFactor: await needsSecondStep(ctx.db, row),
  }
}

export function selectPeople({ db }: Context) {
  return db
    .selectFrom('profiles')
    .leftJoin('experts', 'experts.user_id', 'profiles.id')
    .select(['profiles.id', 'full_name', 'role', 'approval', 'account_state', 'email', 'phone_number'])
    .select('profiles.created_at')
}

type Row = {
  id: AccountId
  full_name: string
  role: Role
  approval: Approval | null
  account_state: AccountState
  email: string
  phone_number: string | null
  created_at: Date
}

export function toPersonRow(row: Row): PersonRow {
  return {
    id: row.id,
    name: row.full_name,
    role: row.role,
    approval: row.approval,
    state: row.account_state,
    maskedEmail: maskEmail(row.email),
    maskedPhone: row.phone_number && maskPhone(row.phone_number),
    joinedAt: row.created_at,
  }
}
