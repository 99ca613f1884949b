import type { Product } from '#tests/product.ts'

/** What an attack did and found. `notRun` says why it could not run, `note` what else a reader must know. */
export type Outcome = { requests: number; findings: string[]; notRun?: string; note?: string }

export type Attack = {
  /** The word after `npm run attack --`. */
  name: string
  what: string
  /** Its share of the twenty minutes. */
  seconds: number
  run(product: Product, stop: AbortSignal): Promise<Outcome>
}

/** A new address for each request, which the product believes because this machine is its trusted proxy. */
export function randomAddress(): string {
  const part = () => Math.floor(Math.random() * 256)
  return `100.${64 + (part() % 64)}.${part()}.${part()}`
}
