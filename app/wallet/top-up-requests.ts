import { type Refused, sendJson } from '#app/base/send-json.ts'

export type Provider = 'demo' | 'razorpay' | 'none'

const path = '/top-up'

/** Who takes the money; nothing when nobody answered. */
export async function findProvider(): Promise<Provider | null> {
  try {
    const answer = await fetch(path)
    return answer.ok ? ((await answer.json()) as { provider: Provider }).provider : null
  } catch {
    return null
  }
}

/** Why it was not added, if it was not. */
export async function addDemoMoney(payment: {
  id: string
  amount: string
}): Promise<Refused['refusal'] | undefined> {
  const answer = await sendJson<{ state: string }>(path, payment)
  return 'refusal' in answer ? answer.refusal : undefined
}
