import { type Refused, sendJson } from '#app/base/send-json.ts'

export type Provider = 'demo' | 'razorpay' | 'none'

const path = '/top-up'

/** Returns the payment provider, or null when the request fails. */
export async function findProvider(): Promise<Provider | null> {
  try {
    const answer = await fetch(path)
    return answer.ok ? ((await answer.json()) as { provider: Provider }).provider : null
  } catch {
    return null
  }
}

/** Returns the refusal when the money was not added. */
export async function addDemoMoney(payment: { id: string; amount: string }): Promise<Refused['refusal'] | undefined> {
  const answer = await sendJson<{ state: string }>(path, payment)
  return 'refusal' in answer ? answer.refusal : undefined
}
