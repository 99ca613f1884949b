import { randomBytes } from 'node:crypto'
import { hashToken } from '#domain/accounts/tokens.server.ts'
import type { Context } from '#domain/context.server.ts'
import { passkeyHost } from '#domain/sign-in/rules.ts'
import { passkeyChallengeMinutes } from '#kernel/limits.ts'
import type { Product } from '#kernel/product.ts'
import { Refusal } from '#kernel/refusals.ts'

/** The site for which passkeys are created. Browsers refuse to use them on any other site. */
export type PasskeySite = Pick<Product, 'name' | 'origin'>

export function getPasskeyHost({ origin }: PasskeySite): string {
  const host = passkeyHost(origin)
  if (!host) throw new Refusal('passkeys_need_host_name')
  return host
}

/** A challenge belongs to one browser that signs in, or to one sign-in that adds a passkey. */
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

/** Deletes the challenge of the holder and returns it. If the attempt fails, the next one needs a new challenge. */
export async function takeChallenge({ db, clock }: Context, holder: string): Promise<string> {
  const stored = await db
    .deleteFrom('passkey_challenges')
    .where('holder_hash', '=', hashToken(holder))
    .returning(['challenge', 'expires_at'])
    .executeTakeFirst()
  if (!stored || stored.expires_at <= clock.now()) throw new Refusal('passkey_expired')
  return stored.challenge.toString('base64url')
}
