import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Outcome } from '#tests/attack/attack.ts'
import type { Product } from '#tests/product.ts'

/** How long a part may take to stop. */
const stopMs = 10_000

/**
 * Runs a part until it ends or `stop` aborts. A part that fails is a finding. So is a part that does not stop in time.
 * It is abandoned, so that it cannot use the time of the other parts.
 */
export async function runWithin(
  { run }: Pick<Attack, 'run'>,
  product: Product,
  stop: AbortSignal,
  { waitMs = stopMs } = {},
): Promise<Outcome & { isLeftBehind?: true }> {
  const ended = new AbortController()
  const late = async () => {
    if (!stop.aborted) {
      await new Promise<void>((resolve) => {
        stop.addEventListener('abort', () => resolve(), { once: true, signal: ended.signal })
      })
    }
    await sleep(waitMs, null, { signal: ended.signal }).catch(() => undefined)
    return { requests: 0, findings: ['it did not stop at its limit'], isLeftBehind: true as const }
  }
  const outcome = run(product, stop).catch((error: unknown): Outcome => ({
    requests: 0,
    findings: [`it failed: ${String(error).slice(0, 300)}`],
  }))
  try {
    return await Promise.race([outcome, late()])
  } finally {
    ended.abort()
  }
}
