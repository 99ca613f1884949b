import type { SignIn } from '#domain/accounts/contract.ts'
import type { Context } from '#domain/context.server.ts'
import { allow, isPerson, type Role } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'

type OwnAccount = {
  id: AccountId
  name: string
  email: string
  role: Role
  avatarUrl: string | null
  /** Whether a reminder to confirm the email address is shown. */
  emailUnconfirmed: boolean
}

/** Returns the signed-in person as shown in the header of every page. */
export async function findOwnAccount(ctx: Context): Promise<OwnAccount | null> {
  if (!isPerson(ctx.actor)) return null
  const row = await ctx.db
    .selectFrom('profiles')
    .select(({ and, eb }) => [
      'id',
      'full_name as name',
      'email',
      'role',
      'avatar_url as avatarUrl',
      // Team email addresses count as confirmed, because an administrator or the command line creates these accounts.
      and([eb('email_confirmed_at', 'is', null), eb('role', '<>', 'team')])
        .$castTo<boolean>()
        .as('emailUnconfirmed'),
    ])
    .where('id', '=', ctx.actor.id)
    .executeTakeFirst()
  return row ?? null
}

/** Lists the sign-ins of the actor, the latest first. */
export async function listSignIns(ctx: Context): Promise<SignIn[]> {
  if (!isPerson(ctx.actor)) return []
  const { id, signInId } = ctx.actor
  const rows = await ctx.db
    .selectFrom('sign_ins')
    .select(['id', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'user_agent as userAgent', 'address'])
    .where('profile_id', '=', id)
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('last_used_at', 'desc')
    .execute()
  return rows.map((row) => Object.assign(row, { current: row.id === signInId }))
}

/** Returns the given ids whose sign-in is still valid. */
export async function listValidSignIns({ db, clock, actor }: Context, ids: string[]): Promise<Set<string>> {
  allow(actor, 'system')
  const rows = await db
    .selectFrom('sign_ins')
    .select('id')
    .where('id', 'in', ids)
    .where('expires_at', '>', clock.now())
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the payload of an account topic. Null for a deleted account. */
export async function findAccountState({ db, actor }: Context, id: AccountId) {
  allow(actor, 'system')
  const account = await db
    .selectFrom('profiles')
    .select(['full_name as name', 'role', 'avatar_url as avatarUrl', 'team_role as teamRole'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return account ? { ...account, signedIn: true } : null
}

/** Returns whether the actor has accepted the terms of any version. */
export async function hasAcceptedTerms(ctx: Context): Promise<boolean> {
  allow(ctx.actor, 'signedIn')
  const row = await ctx.db
    .selectFrom('terms_acceptances')
    .select('version')
    .where('profile_id', '=', ctx.actor.id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
