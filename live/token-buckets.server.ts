import type { Rate } from '#live/policy.server.ts'

type Bucket = { tokens: number; filledAtMs: number }

/** Rate limits with one bucket per name. An idle socket holds no buckets. */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>()
  readonly #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  take(name: string, { burst, perSecond }: Rate, count = 1): boolean {
    const nowMs = this.#nowMs()
    const last = this.#buckets.get(name) ?? { tokens: burst, filledAtMs: nowMs }
    const tokens = Math.min(burst, last.tokens + ((nowMs - last.filledAtMs) / 1000) * perSecond)
    const granted = tokens >= count
    this.#buckets.set(name, { tokens: granted ? tokens - count : tokens, filledAtMs: nowMs })
    return granted
  }
}
