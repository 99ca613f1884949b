import { defaultZone, findZone } from '#kernel/zones.ts'

/** Names the zone of the saved quiet hours, and the zone that saving here would set. */
export function quietHoursZoneText(savedZone: string | null, browserZone: string): string {
  if (savedZone === null || isSameZone(savedZone, browserZone)) return `In ${zoneClockText(browserZone)}.`
  return `In ${zoneClockText(savedZone)}. Saving here changes it to ${zoneClockText(browserZone)}.`
}

/** Asia/Kolkata and Asia/Calcutta are both shown as Indian time. */
function zoneClockText(zone: string): string {
  return isSameZone(zone, defaultZone) ? 'Indian time' : `${zone.replaceAll('_', ' ')} time`
}

function isSameZone(left: string, right: string): boolean {
  return findZone(left) === findZone(right)
}
