import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { newToken } from '#domain/accounts/tokens.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { allow } from '#domain/policy.ts'
import { userHandle } from '#domain/sign-in/add-passkey.server.ts'
import { addressLimits, addressOf } from '#domain/sign-in/address-limits.server.ts'
import { type BrowserSignIn, refuseSuspended, startBrowserSignIn } from '#domain/sign-in/browser-sign-in.server.ts'
import { usedPasskey, type UsedPasskey } from '#domain/sign-in/contract.ts'
import {
  challengeHolders,
  getPasskeyHost,
  type PasskeySite,
  storeChallenge,
  takeChallenge,
} from '#domain/sign-in/passkey-challenges.server.ts'
import { attemptsPerAddressBeforeDelay } from '#domain/sign-in/sign-in.server.ts'
import { clearAttempts, countAttempt, throttleKeys } from '#domain/sign-in/throttle.server.ts'
import { passkeyTimeoutMs } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

const challengesBeforeDelay = 100

/**
 * Returns the options for the browser, and the token that the browser must store. The challenge works only with this
 * token. The options contain no account, so they do not reveal who has one.
 */
export async function startPasskeySignIn(ctx: Context, { site, browser }: { site: PasskeySite; browser: string }) {
  allow(ctx.actor, 'anyone')
  const rpID = getPasskeyHost(site)
  await countAttempt(ctx.db, challengeLimits(addressOf(ctx)), ctx.clock.now())
  const token = browser || newToken().token
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: await storeChallenge(ctx, challengeHolders.signIn(token)),
    timeout: passkeyTimeoutMs,
    userVerification: 'required',
  })
  return { options, browser: token }
}

/**
 * Signs in without a password and without a code: the device has checked its user, so a passkey counts as two factors.
 * Every passkey that is not accepted gets the same response.
 */
export async function signInWithPasskey(
  ctx: Context,
  input: { response: unknown; site: PasskeySite; userAgent: string; browser: string },
): Promise<BrowserSignIn> {
  allow(ctx.actor, 'anyone')
  const { site, userAgent, browser } = input
  const address = addressOf(ctx)
  const limits = addressLimits(address, attemptsPerAddressBeforeDelay, throttleKeys.signInFrom)
  await countAttempt(ctx.db, limits, ctx.clock.now())
  const response = parse(usedPasskey, input.response, 'passkey_not_accepted')
  const challenge = await takeChallenge(ctx, challengeHolders.signIn(browser))
  const passkey = await findPasskey(ctx, response)
  if (!passkey) throw new Refusal('passkey_not_accepted')
  const counter = await verifyUse(response, { passkey, challenge, site })
  await clearAttempts(ctx.db, { shared: [...limits, ...challengeLimits(address)].map(({ key }) => key) })
  refuseSuspended(passkey.account)
  return inTransaction(ctx, async (txCtx) => {
    const { numUpdatedRows } = await txCtx.db
      .updateTable('passkeys')
      .set({ counter, last_used_at: ctx.clock.now() })
      .where('id', '=', passkey.id)
      .where('counter', '=', passkey.counter)
      .executeTakeFirst()
    // The passkey was removed or used during the check.
    if (numUpdatedRows === 0n) throw new Refusal('passkey_not_accepted')
    const from = { address, userAgent, browser, hasSecondFactor: true }
    return startBrowserSignIn(txCtx, passkey.account, from)
  })
}

function challengeLimits(address: string) {
  return addressLimits(address, challengesBeforeDelay, throttleKeys.passkeyFrom)
}

type Passkey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

async function findPasskey({ db }: Context, { id }: UsedPasskey) {
  const row = await db
    .selectFrom('passkeys')
    .innerJoin('profiles', 'profiles.id', 'passkeys.profile_id')
    .select([
      'passkeys.id',
      'passkeys.public_key',
      'passkeys.counter',
      'profiles.id as account_id',
      'profiles.role',
      'profiles.suspended_reason',
    ])
    .where('credential_id', '=', Buffer.from(id, 'base64url'))
    .where('profiles.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { account_id, role, suspended_reason, ...passkey } = row
  return { ...passkey, account: { id: account_id, role, suspended_reason } }
}

/** Returns the new counter of the passkey. */
async function verifyUse(
  response: UsedPasskey,
  { passkey, challenge, site }: { passkey: Passkey; challenge: string; site: PasskeySite },
): Promise<number> {
  const expectedRPID = getPasskeyHost(site)
  const owner = Buffer.from(userHandle(passkey.account.id)).toString('base64url')
  if (response.response.userHandle !== owner) throw new Refusal('passkey_not_accepted')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID,
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    })
    if (verified) return authenticationInfo.newCounter
  } catch {
    // The response is untrusted input. The library throws if anything in it is invalid.
  }
  throw new Refusal('passkey_not_accepted')
}
