import type { Product } from '#tests/product.ts'

/**
 * The result of an attack. `notRun` is the reason why it could not run, `note` a remark for the table, and `details`
 * are lines below it.
 */
export type Outcome = { requests: number; findings: string[]; notRun?: string; note?: string; details?: string[] }

export type Attack = {
  /** The word after `npm run attack --`. */
  name: string
  what: string
  /** The time limit. All attacks together take at most twenty minutes. */
  seconds: number
  run(product: Product, stop: AbortSignal): Promise<Outcome>
}

/** A new client address for each request. The product accepts it because this machine is its trusted proxy. */
export function randomAddress(): string {
  const part = () => Math.floor(Math.random() * 256)
  return `100.${64 + (part() % 64)}.${part()}.${part()}`
}
