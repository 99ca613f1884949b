import type { Person } from '#domain/policy.ts'
import { addressBlock } from '#kernel/address-block.ts'
import { accountSocketsMax, sharedVisitorSocketsMax, visitorSocketsMax } from '#kernel/socket-limits.ts'

type Limit = { key: string; max: number }

/** Counts the open sockets of this node, so that nobody can use up its memory. */
export class SocketCounts {
  readonly #counts = new Map<string, number>()

  /** Counts one more socket and returns a function that removes it from the count, or null if there are too many. */
  add(person: Person | null, address: string): (() => void) | null {
    const limits = person ? [{ key: person.id, max: accountSocketsMax }] : listVisitorLimits(address)
    if (limits.some(({ key, max }) => this.#get(key) >= max)) return null
    for (const { key } of limits) this.#counts.set(key, this.#get(key) + 1)
    return () => limits.forEach(({ key }) => this.#remove(key))
  }

  #get(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  #remove(key: string): void {
    const left = this.#get(key) - 1
    if (left > 0) this.#counts.set(key, left)
    else this.#counts.delete(key)
  }
}

function listVisitorLimits(address: string): Limit[] {
  const { unit, wide, isShared } = addressBlock(address)
  if (isShared) return [{ key: unit, max: sharedVisitorSocketsMax }]
  return [
    { key: unit, max: visitorSocketsMax },
    { key: wide, max: sharedVisitorSocketsMax },
  ]
}
