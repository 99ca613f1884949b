import { type StartedSignIn, startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { credentials, type Credentials } from '#domain/sign-in/contract.ts'
import { rememberBrowser } from '#domain/sign-in/known-browser.server.ts'
import { isPassword } from '#domain/sign-in/passwords.server.ts'
import { verifySecondFactor } from '#domain/sign-in/second-factor.server.ts'
import { countAttempt, clearAttempts, throttleKeys } from '#domain/sign-in/throttle.server.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

const triesPerAccountBeforeDelay = 5
const triesPerAddressBeforeDelay = 50

/** Gives the same response after the same work for an unknown address and for a wrong password. */
export async function signIn(
  ctx: Context,
  input: Credentials & { userAgent: string; code?: string; browser?: string },
): Promise<StartedSignIn & { browser: string }> {
  const { email, password } = parse(credentials, input, 'invalid_credentials')
  const address = ctx.actor.kind === 'visitor' ? ctx.actor.address : ''
  const accountKey = throttleKeys.signIn(email)
  const addressKey = throttleKeys.signInFrom(address)
  await countAttempt(
    ctx.db,
    [
      { key: addressKey, triesBeforeDelay: triesPerAddressBeforeDelay },
      { key: accountKey, triesBeforeDelay: triesPerAccountBeforeDelay },
    ],
    ctx.clock.now(),
  )
  const account = await ctx.db
    .selectFrom('profiles')
    .innerJoin('credentials', 'credentials.profile_id', 'profiles.id')
    .select(['profiles.id', 'profiles.role', 'profiles.suspended_reason', 'credentials.password_hash'])
    .where('profiles.email', '=', email)
    .executeTakeFirst()
  const isRight = await isPassword(account?.password_hash, password)
  if (!account || !isRight) throw new Refusal('invalid_credentials')
  await verifySecondFactor(ctx, account.id, input.code ?? '')
  await clearAttempts(ctx.db, accountKey, addressKey)
  if (account.suspended_reason) {
    throw new Refusal('account_suspended', { more: `The reason: ${account.suspended_reason}` })
  }
  const { userAgent, browser = '' } = input
  return inTransaction(ctx, async (txCtx) => ({
    ...(await startSignIn(ctx, txCtx.db, { id: account.id, role: account.role }, { address, userAgent })),
    browser: await rememberBrowser(txCtx, { accountId: account.id, browser, userAgent }),
  }))
}
