import type { Correction, CorrectionAccount, CorrectionCause } from '#domain/books/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { isUuid } from '#kernel/ids.ts'
import { maskEmail } from '#kernel/mask-email.ts'
import { paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'

export async function getCorrection(ctx: Context, id: string): Promise<Correction> {
  allow(ctx.actor, 'keepBooks')
  const row = isUuid(id) && (await corrections(ctx).where('corrections.id', '=', id).executeTakeFirst())
  if (!row) throw new Refusal('no_such_correction')
  return toCorrection(row)
}

/** Selects corrections with the names of the person, the proposer and the decider. */
export function corrections({ db }: Context) {
  return db
    .selectFrom('corrections')
    .innerJoin('profiles as person', 'person.id', 'corrections.person_id')
    .innerJoin('profiles as proposer', 'proposer.id', 'corrections.proposed_by')
    .leftJoin('profiles as decider', 'decider.id', 'corrections.decided_by')
    .selectAll('corrections')
    .select(['person.full_name as person_name', 'person.email as person_email'])
    .select(['proposer.full_name as proposer_name', 'decider.full_name as decider_name'])
}

type Row = Awaited<ReturnType<ReturnType<typeof corrections>['executeTakeFirstOrThrow']>>

export function toCorrection(row: Row): Correction {
  return {
    id: row.id,
    person: {
      id: row.person_id,
      name: row.person_name,
      maskedEmail: maskEmail(row.person_email),
    },
    from: row.from_account as CorrectionAccount,
    to: row.to_account as CorrectionAccount,
    amount: paise(row.amount_paise),
    cause: row.cause as CorrectionCause,
    reason: row.reason,
    state: row.state,
    proposedBy: { id: row.proposed_by, name: row.proposer_name },
    proposedAt: row.proposed_at,
    expiresAt: row.expires_at,
    decidedBy: row.decided_by ? { id: row.decided_by, name: row.decider_name ?? 'Deleted account' } : null,
    decidedAt: row.decided_at,
    answer: row.answer,
  }
}
