import { defaultZone, findZone } from '#kernel/zones.ts'

/** By which clock quiet hours are kept, and by which they would be once they are saved here. */
export function quietClockWords(kept: string | null, own: string): string {
  if (kept === null || sameZone(kept, own)) return `By ${clockOf(own)}.`
  return `By ${clockOf(kept)}. If you save here, by ${clockOf(own)}.`
}

/** Machines spell the zone of India in two ways, and people in neither. */
function clockOf(zone: string): string {
  return sameZone(zone, defaultZone) ? 'Indian time' : `the clocks of ${zone.replaceAll('_', ' ')}`
}

function sameZone(one: string, other: string): boolean {
  return findZone(one) === findZone(other)
}
