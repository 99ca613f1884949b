import { addressBlock } from '#kernel/address-block.ts'

const softFactor = 5
const softLongestSeconds = 30

/**
 * Limits for the attempts from one place. One customer has a /64. An IPv4 address and a /48 may be a hostel or
 * all phones of a carrier, so they get more tries, and their waits stay short.
 */
export function addressLimits(address: string, triesBeforeDelay: number, toKey: (block: string) => string) {
  const { unit, wide, isShared } = addressBlock(address)
  const soft = { triesBeforeDelay: triesBeforeDelay * softFactor, longestSeconds: softLongestSeconds }
  if (isShared) return [{ key: toKey(unit), ...soft }]
  return [
    { key: toKey(unit), triesBeforeDelay },
    { key: toKey(wide), ...soft },
  ]
}
