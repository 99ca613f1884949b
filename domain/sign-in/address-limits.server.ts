import type { Actor } from '#domain/policy.ts'
import { addressBlock } from '#kernel/address-block.ts'

const softFactor = 5
const softLongestSeconds = 30

/**
 * Limits for the attempts from one network address and the network around it. A /64 belongs to one customer. A hostel
 * or all phones of a carrier may share an IPv4 address or a /48, so these get more attempts and shorter waits.
 */
export function addressLimits(address: string, attemptsBeforeDelay: number, toKey: (block: string) => string) {
  const { unit, wide, isShared } = addressBlock(address)
  const soft = { attemptsBeforeDelay: attemptsBeforeDelay * softFactor, longestSeconds: softLongestSeconds }
  if (isShared) return [{ key: toKey(unit), ...soft }]
  return [
    { key: toKey(unit), attemptsBeforeDelay },
    { key: toKey(wide), ...soft },
  ]
}

/** The network address of a request from a visitor or a signed-in person. Empty for the system. */
export function addressOf({ actor }: { actor: Actor }): string {
  return actor.kind === 'system' ? '' : (actor.address ?? '')
}
