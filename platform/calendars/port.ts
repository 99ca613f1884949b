import type { CalendarProblem } from '#kernel/calendar-problems.ts'

/** Instants in milliseconds; the end is exclusive. */
export type BusySpan = { from: number; to: number }

export type CalendarQuery = {
  /** The zone of whole days, and of times without a zone. */
  zone: string
  /** Only busy times in this span are returned. */
  within: BusySpan
  /** The host in the UIDs of our own bookings, which are not busy times. */
  ownHost: string
  /** Of the last result. If the calendar has not changed since, it is not sent again. */
  etag: string | null
  lastModified: string | null
}

export type CalendarResult =
  | 'unchanged'
  | {
      /** Merged and in order. */
      busy: BusySpan[]
      /** The events that could not be understood. */
      skippedEvents: number
      etag: string | null
      lastModified: string | null
    }

/** The reason why a URL is refused. */
export type CalendarUrlProblem = 'invalid' | 'credentials' | 'private'

/** Reads the calendars of other programs (RFC 5545). */
export type Calendars = {
  /** Returns the URL to read, with https: instead of webcal:. */
  checkUrl(text: string): { url: string } | { problem: CalendarUrlProblem }
  /** Throws `UnreadableCalendar`. */
  read(url: string, query: CalendarQuery): Promise<CalendarResult>
}

export class UnreadableCalendar extends Error {
  readonly problem: CalendarProblem
  /** The HTTP status of the answer, if that is the problem. */
  readonly status: number | null
  /** The text and the cause must not contain the URL, which is a secret. */
  constructor(problem: CalendarProblem, { status = null, ...options }: ErrorOptions & { status?: number | null } = {}) {
    super(status === null ? problem : `${problem} ${status}`, options)
    this.name = 'UnreadableCalendar'
    this.problem = problem
    this.status = status
  }
}
