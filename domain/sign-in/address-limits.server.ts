import { addressBlock } from '#kernel/address-block.ts'

const softFactor = 5
const softLongestSeconds = 30

/**
 * Limits for the attempts from one address and its network. A /64 belongs to one customer. An IPv4 address or a /48 may
 * be shared by a hostel or by all phones of a carrier, so it has more tries and shorter waits.
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
