import { hashToken } from '#domain/accounts/tokens.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { addressLimits, addressOf } from '#domain/sign-in/address-limits.server.ts'
import { type BrowserSignIn, refuseSuspended, startBrowserSignIn } from '#domain/sign-in/browser-sign-in.server.ts'
import { credentials, type Credentials } from '#domain/sign-in/contract.ts'
import { takePasskeyOffer } from '#domain/sign-in/passkey-rows.server.ts'
import { isPassword } from '#domain/sign-in/passwords.server.ts'
import { verifySecondFactor } from '#domain/sign-in/second-factor.server.ts'
import { clearAttempts, countAttempt, countWithoutLimit, throttleKeys } from '#domain/sign-in/throttle.server.ts'
import { addressBlock } from '#kernel/address-block.ts'
import type { AccountId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

const attemptsPerAccountBeforeDelay = 5
export const attemptsPerAddressBeforeDelay = 50
/** The network around an address gets this many times the attempts of one address. */
const wideFactor = 4
/**
 * Above this many guesses from all network addresses, an account is under attack: each address has one attempt before
 * it waits.
 */
const guessesOfAnAttack = 30
/** The owner is notified once, after this many guesses. Refused attempts count, too. */
const guessesBeforeNotice = 10

/** An unknown email address gets the same response as a wrong password, after the same amount of work. */
export async function signIn(
  ctx: Context,
  input: Credentials & { userAgent: string; code?: string; browser?: string },
): Promise<BrowserSignIn & { isPasskeyOffered: boolean }> {
  const { email, password } = parse(credentials, input, 'invalid_credentials')
  const { userAgent, browser = '' } = input
  const address = addressOf(ctx)
  const account = await findAccount(ctx, { email, browser })
  const attempt = account?.known_hash
    ? await countInKnownBrowser(ctx, { email, browserHash: account.known_hash })
    : await countInUnknownBrowser(ctx, { email, address })
  const isRight = await isPassword(account?.password_hash, password)
  if (!account || !isRight) {
    if (account && attempt.guesses >= guessesBeforeNotice) await notifyOfGuesses(ctx, account)
    throw new Refusal('invalid_credentials')
  }
  const hasSecondFactor = await verifySecondFactor(ctx, account, input.code ?? '')
  await clearAttempts(ctx.db, attempt)
  refuseSuspended(account)
  return inTransaction(ctx, async (txCtx) => {
    await lockPassword(txCtx, account)
    const signedIn = await startBrowserSignIn(txCtx, account, { address, userAgent, browser, hasSecondFactor })
    return { ...signedIn, isPasskeyOffered: await takePasskeyOffer(txCtx, account.id) }
  })
}

/** The account, with `known_hash` if its owner has signed in with this browser before. */
function findAccount({ db }: Context, { email, browser }: { email: string; browser: string }) {
  return db
    .selectFrom('profiles')
    .innerJoin('credentials', 'credentials.profile_id', 'profiles.id')
    .leftJoin('known_browsers', (join) =>
      join.onRef('known_browsers.profile_id', '=', 'profiles.id').on('token_hash', '=', hashToken(browser)),
    )
    .select([
      'profiles.id',
      'profiles.role',
      'profiles.suspended_reason',
      'credentials.password_hash',
      'credentials.changed_at',
      'known_browsers.token_hash as known_hash',
    ])
    .where('profiles.email', '=', email)
    .executeTakeFirst()
}

type CountedAttempt = { own: string; shared: string[]; guesses: number }

/** A known browser has its own count, so that the attempts of others never make its owner wait. */
async function countInKnownBrowser(
  { db, clock }: Context,
  { email, browserHash }: { email: string; browserHash: Buffer },
): Promise<CountedAttempt> {
  const own = throttleKeys.signInWith(email, browserHash)
  await countAttempt(db, [{ key: own, attemptsBeforeDelay: attemptsPerAccountBeforeDelay, about: email }], clock.now())
  return { own, shared: [], guesses: 0 }
}

/** Only attempts from the same part of the network can make an unknown browser wait. */
async function countInUnknownBrowser(
  { db, clock }: Context,
  { email, address }: { email: string; address: string },
): Promise<CountedAttempt> {
  const now = clock.now()
  const { unit, wide } = addressBlock(address)
  const ofAddress = addressLimits(address, attemptsPerAddressBeforeDelay, throttleKeys.signInFrom)
  const [ofAccount, own, ofNetwork] = [
    throttleKeys.guesses(email),
    throttleKeys.signIn(email, unit),
    throttleKeys.signIn(email, wide),
  ]
  await countAttempt(db, ofAddress, now)
  const guesses = await countWithoutLimit(db, ofAccount, now)
  const attemptsBeforeDelay = guesses > guessesOfAnAttack ? 1 : attemptsPerAccountBeforeDelay
  await countAttempt(
    db,
    [
      { key: own, attemptsBeforeDelay, about: email },
      { key: ofNetwork, attemptsBeforeDelay: attemptsBeforeDelay * wideFactor, about: email },
    ],
    now,
  )
  return { own, shared: [...ofAddress.map(({ key }) => key), ofAccount, ofNetwork], guesses }
}

/** Notifies at most once per password and month, so that strangers cannot trigger many mails. */
function notifyOfGuesses(ctx: Context, { id, changed_at }: { id: AccountId; changed_at: Date }): Promise<void> {
  const month = ctx.clock.now().toISOString().slice(0, 7)
  return inTransaction(ctx, (txCtx) =>
    notify(txCtx, {
      to: id,
      kind: 'security',
      facts: { what: 'guesses' },
      once: `guesses ${month} ${changed_at.toISOString()}`,
    }),
  )
}

/** Locks the password. If it was replaced during the check, the old one must not start a sign-in. */
async function lockPassword({ db }: Context, { id, password_hash }: { id: AccountId; password_hash: string }) {
  const kept = await db
    .selectFrom('credentials')
    .select('profile_id')
    .where('profile_id', '=', id)
    .where('password_hash', '=', password_hash)
    .forShare()
    .executeTakeFirst()
  if (!kept) throw new Refusal('invalid_credentials')
}
