import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAccount } from '#domain/sign-in/create-account.server.ts'
import { startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import type { Context } from '#domain/context.server.ts'
import { requestTimeoutMs } from '#kernel/limits.ts'

export type Payer = { id: string; cookie: string }

export const paymentRupees = 25
const retryAfterMs = 200

export async function addPayer(ctx: Context): Promise<Payer> {
  const email = `payer-${randomUUID()}@samjhao.example`
  const id = await createAccount(ctx, { email, fullName: 'Paying Student', role: 'student' })
  const from = { address: '127.0.0.1', userAgent: 'a test' }
  const { token } = await startSignIn(ctx, ctx.db, { id, role: 'student' }, from)
  return { id, cookie: `samjhao_sign_in=${token}` }
}

/** A status, or the reason why the client got none. */
export type Answer = number | 'closed' | 'no answer'

/** Sends a request and waits for as long as the product may take to refuse it. */
export async function request(
  url: string,
  init: RequestInit,
  onAnswer: (answer: Answer) => void,
): Promise<Response | null> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(requestTimeoutMs + 5_000),
    })
    await response.arrayBuffer()
    onAnswer(response.status)
    return response
  } catch (error) {
    onAnswer((error as Error).name === 'TimeoutError' ? 'no answer' : 'closed')
    return null
  }
}

type Options = {
  origin: string
  onAnswer(answer: Answer): void
  isStopped(): boolean
}

/**
 * Adds money on the wallet page and retries the request with the same id until it is confirmed. Returns the payment
 * id, or undefined if it was stopped first.
 */
export async function payUntilConfirmed(payer: Payer, { origin, onAnswer, isStopped }: Options) {
  const id = randomUUID()
  const send = (path: string, fields: Record<string, string>) =>
    request(
      origin + path,
      {
        method: 'POST',
        headers: { Origin: origin, Cookie: payer.cookie },
        body: new URLSearchParams(fields),
      },
      onAnswer,
    )
  while (!isStopped()) {
    const started = await send('/user/wallet', { act: 'add', id, amount: String(paymentRupees) })
    if (started && started.status < 400) {
      const paid = await send(`/user/wallet/pay/${id}`, { choice: 'pay' })
      if (paid?.headers.get('location') === `/user/wallet?payment=${id}`) return id
    }
    await sleep(retryAfterMs)
  }
  return undefined
}
