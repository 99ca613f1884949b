import { defaultZone, findZone } from '#kernel/zones.ts'

/** By which clock quiet hours are kept, and by which they would be once they are saved here. */
export function quietHoursZoneText(savedZone: string | null, browserZone: string): string {
  if (savedZone === null || sameZone(savedZone, browserZone)) return `By ${zoneClockText(browserZone)}.`
  return `By ${zoneClockText(savedZone)}. If you save here, by ${zoneClockText(browserZone)}.`
}

/** Machines spell the zone of India in two ways, and people in neither. */
function zoneClockText(zone: string): string {
  return sameZone(zone, defaultZone) ? 'Indian time' : `the clocks of ${zone.replaceAll('_', ' ')}`
}

function sameZone(one: string, other: string): boolean {
  return findZone(one) === findZone(other)
}
