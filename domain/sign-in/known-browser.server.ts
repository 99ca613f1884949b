import { hashToken, newToken } from '#domain/accounts/tokens.server.ts'
import { browserName } from '#domain/accounts/rules.ts'
import type { Context } from '#domain/context.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { addressOf } from '#domain/sign-in/address-limits.server.ts'
import type { AccountId } from '#kernel/ids.ts'

type BrowserSignIn = {
  accountId: AccountId
  /** The token that the browser stored at its last sign-in. Empty if there is none. */
  browser: string
  userAgent: string
}

/**
 * Remembers the browser of a sign-in, and returns the token that it must store. The person is notified of a new
 * browser, unless it is the first.
 */
export async function rememberBrowser(ctx: Context, { accountId, browser, userAgent }: BrowserSignIn): Promise<string> {
  const knownBrowsers = await ctx.db
    .selectFrom('known_browsers')
    .select('token_hash')
    .where('profile_id', '=', accountId)
    .execute()
  const { token, tokenHash } = await storeBrowser(ctx, { accountId, browser, userAgent })
  const isKnown = knownBrowsers.some(({ token_hash }) => token_hash.equals(tokenHash))
  if (!isKnown && knownBrowsers.length > 0) {
    await notify(ctx, {
      to: accountId,
      kind: 'security',
      facts: { what: 'new_sign_in', browser: browserName(userAgent) },
      once: `browser ${tokenHash.toString('hex')}`,
    })
  }
  return token
}

/** Updates the time and the address of the last use of a known browser. An unknown browser stays unknown. */
export async function refreshBrowser(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { accountId, browser, address }: { accountId: AccountId; browser: string; address: string },
): Promise<void> {
  await db
    .updateTable('known_browsers')
    .set({ last_seen_at: clock.now(), ...(address !== '' && { address }) })
    .where('profile_id', '=', accountId)
    .where('token_hash', '=', hashToken(browser))
    .execute()
}

/** Makes the browser known without a notification, and returns the token that it must store. */
export async function storeBrowser(
  ctx: Context,
  { accountId, browser, userAgent }: Omit<BrowserSignIn, 'userAgent'> & { userAgent?: string },
): Promise<{ token: string; tokenHash: Buffer }> {
  const { db, clock } = ctx
  const now = clock.now()
  const address = addressOf(ctx)
  const stored = browser === '' ? newToken() : { token: browser, tokenHash: hashToken(browser) }
  const seen = {
    last_seen_at: now,
    ...(address !== '' && { address }),
    ...(userAgent !== undefined && { user_agent: userAgent.slice(0, 300) }),
  }
  await db
    .insertInto('known_browsers')
    .values({ profile_id: accountId, token_hash: stored.tokenHash, first_seen_at: now, ...seen })
    .onConflict((conflict) => conflict.columns(['profile_id', 'token_hash']).doUpdateSet(seen))
    .execute()
  return stored
}
