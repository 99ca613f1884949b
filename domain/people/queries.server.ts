import type { Context } from '#domain/context.server.ts'
import type { AccountState, PersonRow, TeamPerson } from '#domain/people/contract.ts'
import { maskEmail, maskPhone } from '#domain/people/rules.ts'
import { allow, type Role } from '#domain/policy.ts'
import { isId } from '#domain/reviews/contract.ts'
import type { AccountId, ExpertId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'

/** One person, with masked data. */
export async function getTeamPerson(ctx: Context, id: string): Promise<TeamPerson> {
  allow(ctx.actor, 'team')
  if (!isId(id)) throw new Refusal('nothing_there')
  const row = await teamPeople(ctx)
    .leftJoin('experts', 'experts.user_id', 'profiles.id')
    .select(['suspended_at', 'suspended_reason', 'deleted_at', 'experts.id as expert_id', 'experts.approval'])
    .where('profiles.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('nothing_there')
  const { suspended_at: at, suspended_reason: reason, expert_id, approval } = row
  return {
    ...toPersonRow(row),
    suspension: at && reason ? { at, reason } : null,
    deletedAt: row.deleted_at,
    expert: expert_id && approval ? { id: expert_id as ExpertId, approval } : null,
  }
}

export function teamPeople({ db }: Context) {
  return db
    .selectFrom('profiles')
    .select(['profiles.id', 'full_name', 'role', 'account_state', 'email', 'phone_number'])
    .select('profiles.created_at')
}

type Row = {
  id: string
  full_name: string
  role: Role
  account_state: string
  email: string
  phone_number: string | null
  created_at: Date
}

export function toPersonRow(row: Row): PersonRow {
  return {
    id: row.id as AccountId,
    name: row.full_name,
    role: row.role,
    state: row.account_state as AccountState,
    maskedEmail: maskEmail(row.email),
    maskedPhone: row.phone_number && maskPhone(row.phone_number),
    joinedAt: row.created_at,
  }
}
