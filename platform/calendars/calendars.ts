import { calendarParseTimeoutMs } from '#kernel/limits.ts'
import { createUrlCheck } from '#platform/calendars/calendar-urls.ts'
import { createFetchCalendar, type FetchOptions } from '#platform/calendars/fetch-calendar.ts'
import { createParser } from '#platform/calendars/parse-in-thread.ts'
import { type Calendars, UnreadableCalendar } from '#platform/calendars/port.ts'

export type CalendarSettings = Pick<FetchOptions, 'localHosts'>

type Options = FetchOptions & { parseTimeoutMs?: number }

/** Fetches the calendars that experts have named, and finds their busy times. */
export function createCalendars({ parseTimeoutMs = calendarParseTimeoutMs, ...fetching }: Options): Calendars {
  const fetchCalendar = createFetchCalendar(fetching)
  const parse = createParser({ timeoutMs: parseTimeoutMs })
  return {
    checkUrl: createUrlCheck(fetching.localHosts),
    async read(url, { etag, lastModified, ...query }) {
      const fetched = await fetchCalendar(url, { etag, lastModified })
      if (fetched === 'unchanged') return 'unchanged'
      const { text, ...validators } = fetched
      const parsed = await parse({ ...query, text })
      if (typeof parsed === 'string') throw new UnreadableCalendar(parsed)
      return { ...parsed, ...validators }
    },
  }
}
