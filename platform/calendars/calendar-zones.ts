import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { findZone } from '#kernel/zones.ts'

/** What a clock shows. */
export type Wall = { year: number; month: number; day: number; hour: number; minute: number; second: number }

/** Converts between the clock of a zone and instants in milliseconds. */
export type Zone = { toInstant(wall: Wall): number; toWall(instant: number): Wall }

export const utc = ianaZone('UTC')

/**
 * Returns a function that finds a zone by the TZID of a time. Names of the tz database are preferred, because their
 * rules are complete. Other names, such as those of Windows, need their definition in the calendar. A time without a
 * TZID, or with an unknown one, is in the zone of the expert.
 */
export function createZones(definitions: string[], ownZone: string): (tzid: string | undefined) => Zone {
  const own = ianaZone(ownZone)
  const defined = Map.groupBy(
    definitions,
    (definition) => /^TZID(?:;[^:]*)?:(.*)$/im.exec(definition)?.[1]?.trim() ?? '',
  )
  const found = new Map<string, Zone>()
  return (tzid) => {
    if (tzid === undefined) return own
    const zone = found.get(tzid) ?? findIanaZone(tzid) ?? readDefinition(defined.get(tzid)?.[0]) ?? own
    found.set(tzid, zone)
    return zone
  }
}

/** Some programs write a prefix: '/freeassociation.sourceforge.net/Europe/Berlin'. */
function findIanaZone(tzid: string): Zone | undefined {
  const parts = tzid.split('/')
  const names = tzid.startsWith('/') ? [parts.slice(-2).join('/'), parts.slice(-3).join('/')] : [tzid]
  const name = names.map(findZone).find((each) => each !== undefined)
  return name === undefined ? undefined : ianaZone(name)
}

function ianaZone(name: string): Zone {
  return {
    toInstant: (wall) => Temporal.PlainDateTime.from(wall).toZonedDateTime(name).epochMilliseconds,
    toWall(instant) {
      const { year, month, day, hour, minute, second } =
        Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name)
      return { year, month, day, hour, minute, second }
    },
  }
}

function readDefinition(definition: string | undefined): Zone | undefined {
  if (definition === undefined) return undefined
  const component = new ICAL.Component(ICAL.parse(definition))
  const zone = new ICAL.Timezone(component)
  return {
    toInstant: (wall) => new ICAL.Time({ ...wall, isDate: false }, zone).toUnixTime() * 1_000,
    toWall(instant) {
      const time = ICAL.Time.fromJSDate(new Date(instant), true).convertToZone(zone)
      const { year, month, day, hour, minute, second } = time
      return { year, month, day, hour, minute, second }
    },
  }
}
