import { endAllSignIns } from '#domain/accounts/end-sign-ins.server.ts'
import { confirmCurrentEmail, hasConfirmedEmail, lockProfile } from '#domain/accounts/profile-rows.server.ts'
import { hashToken } from '#domain/accounts/tokens.server.ts'
import type { StartedSignIn } from '#domain/accounts/start-sign-in.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import type { Role } from '#domain/policy.ts'
import { addressOf } from '#domain/sign-in/address-limits.server.ts'
import { startBrowserSignIn } from '#domain/sign-in/browser-sign-in.server.ts'
import { notifyPasswordChanged } from '#domain/sign-in/change-password.server.ts'
import { storeBrowser } from '#domain/sign-in/known-browser.server.ts'
import { checkNewPassword } from '#domain/sign-in/new-password.server.ts'
import { hashPassword } from '#domain/sign-in/passwords.server.ts'
import { needsSecondStep } from '#domain/sign-in/recovery-codes.server.ts'
import { removeFactors } from '#domain/sign-in/remove-factors.server.ts'
import { stopEmailChanges } from '#domain/sign-in/send-email-link.server.ts'
import { clearBlocks } from '#domain/sign-in/throttle.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Database } from '#platform/db/database.ts'
import type { LinkPurpose } from '#platform/db/schema.ts'

/** Returns the account of a valid link, without using up the link. */
export function findPasswordLink(ctx: Context, token: string) {
  return ctx.db
    .selectFrom('one_time_links')
    .innerJoin('profiles', 'profiles.id', 'one_time_links.profile_id')
    .select(['profiles.id', 'profiles.role', 'profiles.email', 'profiles.full_name', 'one_time_links.purpose'])
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .where('profiles.deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * The first link of an expert signs in directly: the person could log in with the chosen password in any case. An
 * account with a second factor logs in, because the link does not replace it. So does everybody else.
 */
export async function isSignInLink(
  db: Database,
  { id, role, purpose }: { id: AccountId; role: Role; purpose: LinkPurpose },
): Promise<boolean> {
  return purpose === 'first_password' && role === 'expert' && !(await needsSecondStep(db, { id, role }))
}

type Input = { token: string; next: string; browser?: string; userAgent?: string }

/**
 * Uses up the link, sets the password, ends every sign-in and every block in one transaction. Of two concurrent
 * attempts, one succeeds. The browser becomes known. Returns the token that it must store, and the new sign-in, if the
 * link starts one.
 */
export async function setPasswordByLink(
  ctx: Context,
  input: Input,
): Promise<{ browser: string; signIn: StartedSignIn | null }> {
  const account = await findPasswordLink(ctx, input.token)
  if (!account) throw new Refusal('link_not_valid')
  checkNewPassword(input.next, { role: account.role, fullName: account.full_name, email: account.email })
  const passwordHash = await hashPassword(input.next)
  const now = ctx.clock.now()
  return inTransaction(ctx, async (txCtx) => {
    const link = await txCtx.db
      .updateTable('one_time_links')
      .set({ used_at: now })
      .where('token_hash', '=', hashToken(input.token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['profile_id', 'purpose'])
      .executeTakeFirst()
    if (!link) throw new Refusal('link_not_valid')
    await txCtx.db
      .insertInto('credentials')
      .values({ profile_id: link.profile_id, password_hash: passwordHash, changed_at: now })
      .onConflict((conflict) =>
        conflict.column('profile_id').doUpdateSet({ password_hash: passwordHash, changed_at: now }),
      )
      .execute()
    await txCtx.db
      .deleteFrom('one_time_links')
      .where('profile_id', '=', link.profile_id)
      .where('used_at', 'is', null)
      .execute()
    await endAllSignIns(txCtx, link.profile_id)
    await stopEmailChanges(txCtx.db, link.profile_id)
    const profile = await lockProfile(txCtx.db, link.profile_id)
    // Before the email address was confirmed, anyone may have registered with it and added a way to sign in.
    if (profile && !hasConfirmedEmail(profile)) await removeFactors(txCtx.db, link.profile_id)
    await clearBlocks(txCtx.db, account)
    // The link came by mail, and a change of the email address deletes it, so it also proves the email address.
    await confirmCurrentEmail(txCtx.db, link.profile_id, now)
    if (link.purpose === 'reset_password') await notifyPasswordChanged(txCtx, link.profile_id)
    const { browser = '', userAgent = '' } = input
    if (!(await isSignInLink(txCtx.db, { ...account, purpose: link.purpose }))) {
      const { token } = await storeBrowser(txCtx, { accountId: link.profile_id, browser })
      return { browser: token, signIn: null }
    }
    const from = { address: addressOf(ctx), userAgent, browser, hasSecondFactor: false }
    const { browser: knownBrowser, ...signIn } = await startBrowserSignIn(txCtx, account, from)
    return { browser: knownBrowser, signIn }
  })
}
