import { lockProfile } from '#domain/accounts/profile-rows.server.ts'
import type { Context } from '#domain/context.server.ts'
import { type PersonAction, personAction } from '#domain/people/contract.ts'
import { isPerson } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Parses the action. Refuses actions on the actor's own account, which has its own page. */
export function readPersonAction(ctx: Context, input: PersonAction): { id: AccountId; why: string } {
  const { id, why } = parse(personAction, input)
  if (isPerson(ctx.actor) && ctx.actor.id === id) throw new Refusal('own_account')
  if (why === '') throw new Refusal('why_missing')
  return { id, why }
}

/**
 * Locks the account until the end of the transaction. Refuses team accounts, which have their own page, and
 * deleted ones.
 */
export async function lockPerson({ db }: Context, { id, allowTeam = false }: { id: AccountId; allowTeam?: boolean }) {
  const person = await lockProfile(db, id)
  if (!person) throw new Refusal('nothing_there')
  if (person.account_state === 'deleted') throw new Refusal('account_deleted')
  if (person.role === 'team' && !allowTeam) throw new Refusal('team_account')
  return person
}

export function personAuditSubject(id: AccountId) {
  return { on: { thing: 'person', id }, about: id } as const
}
