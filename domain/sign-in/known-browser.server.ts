import { hashToken, newToken } from '#domain/accounts/tokens.server.ts'
import { browserName } from '#domain/accounts/rules.ts'
import type { Context } from '#domain/context.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import type { AccountId } from '#kernel/ids.ts'

type BrowserSignIn = {
  accountId: AccountId
  /** The token that the browser stored at its last sign-in; empty if none. */
  browser: string
  userAgent: string
}

/**
 * Remembers the browser of a sign-in, and returns the token that it must store. The person is notified of a new
 * browser, unless it is the first.
 */
export async function rememberBrowser(ctx: Context, { accountId, browser, userAgent }: BrowserSignIn): Promise<string> {
  const now = ctx.clock.now()
  const browserToken = browser === '' ? newToken() : { token: browser, tokenHash: hashToken(browser) }
  const knownBrowsers = await ctx.db
    .selectFrom('known_browsers')
    .select('token_hash')
    .where('profile_id', '=', accountId)
    .execute()
  await ctx.db
    .insertInto('known_browsers')
    .values({
      profile_id: accountId,
      token_hash: browserToken.tokenHash,
      first_seen_at: now,
      last_seen_at: now,
    })
    .onConflict((conflict) => conflict.columns(['profile_id', 'token_hash']).doUpdateSet({ last_seen_at: now }))
    .execute()
  const isKnown = knownBrowsers.some(({ token_hash }) => token_hash.equals(browserToken.tokenHash))
  if (!isKnown && knownBrowsers.length > 0) {
    await notify(ctx, {
      to: accountId,
      kind: 'security',
      facts: { what: 'new_sign_in', browser: browserName(userAgent) },
      once: `browser ${browserToken.tokenHash.toString('hex')}`,
    })
  }
  return browserToken.token
}
