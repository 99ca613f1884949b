import { randomBytes } from 'node:crypto'
import { hashToken } from '#domain/accounts/tokens.server.ts'
import type { Context } from '#domain/context.server.ts'
import { passkeyHost } from '#domain/sign-in/rules.ts'
import { passkeyChallengeMinutes } from '#kernel/limits.ts'
import type { Product } from '#kernel/product.ts'
import { Refusal } from '#kernel/refusals.ts'

/** The site that passkeys are for. A browser refuses to use them anywhere else. */
export type PasskeySite = Pick<Product, 'name' | 'origin'>

export function getPasskeyHost({ origin }: PasskeySite): string {
  const host = passkeyHost(origin)
  if (!host) throw new Refusal('passkeys_need_host_name')
  return host
}

/** Who may use a challenge: one browser, to sign in; or one sign-in, to add a passkey. */
export const challengeHolders = {
  signIn: (browser: string) => `sign in with ${browser}`,
  add: (signInId: string) => `add to ${signInId}`,
}

/** Creates the challenge of the holder. It replaces an earlier one. */
export async function storeChallenge({ db, clock }: Context, holder: string): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = randomBytes(32)
  const expires_at = new Date(clock.now().getTime() + passkeyChallengeMinutes * 60_000)
  await db
    .insertInto('passkey_challenges')
    .values({ holder_hash: hashToken(holder), challenge, expires_at })
    .onConflict((conflict) => conflict.column('holder_hash').doUpdateSet({ challenge, expires_at }))
    .execute()
  return challenge
}

/** Uses up the challenge of the holder, also when the attempt fails: a second attempt needs a new one. */
export async function takeChallenge({ db, clock }: Context, holder: string): Promise<string> {
  const stored = await db
    .deleteFrom('passkey_challenges')
    .where('holder_hash', '=', hashToken(holder))
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
  if (!stored || stored.expires_at <= clock.now()) throw new Refusal('passkey_expired')
  return stored.challenge.toString('base64url')
}
