import { defaultZone, findZone } from '#kernel/zones.ts'

/** Names the zone of the saved quiet hours, and the zone they would get when saved here. */
export function quietHoursZoneText(savedZone: string | null, browserZone: string): string {
  if (savedZone === null || isSameZone(savedZone, browserZone)) return `In ${zoneClockText(browserZone)}.`
  return `In ${zoneClockText(savedZone)}. If you save here, in ${zoneClockText(browserZone)}.`
}

/** Asia/Kolkata and Asia/Calcutta are both shown as Indian time. */
function zoneClockText(zone: string): string {
  return isSameZone(zone, defaultZone) ? 'Indian time' : `${zone.replaceAll('_', ' ')} time`
}

function isSameZone(one: string, other: string): boolean {
  return findZone(one) === findZone(other)
}
