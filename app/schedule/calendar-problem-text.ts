import type { ExternalCalendar } from '#domain/schedule/contract.ts'
import type { CalendarProblem } from '#kernel/calendar-problems.ts'
import { calendarFetchTimeoutMs, calendarMaxBytes, calendarRedirectsMax } from '#kernel/limits.ts'

type Failing = NonNullable<ExternalCalendar['failing']>

/** The reason why a calendar cannot be read, as the second part of a sentence. */
export function calendarProblemText({ problem, status }: Pick<Failing, 'problem' | 'status'>): string {
  return problem === 'status' ? `the server answered ${status}` : texts[problem]
}

const texts: Record<Exclude<CalendarProblem, 'status'>, string> = {
  private_host: 'its address belongs to a private network, which we do not open',
  unknown_host: 'no server with this name was found',
  no_answer: `the server did not answer within ${calendarFetchTimeoutMs / 1_000} seconds`,
  no_connection: 'no connection to the server was possible',
  certificate: 'the certificate of the server is not valid',
  too_many_redirects: `the server redirected us more than ${calendarRedirectsMax} times`,
  bad_redirect: 'the server redirected us to an address that we do not open',
  too_large: `it is larger than ${calendarMaxBytes / 1024 / 1024} MB`,
  not_a_calendar: 'the server answered with something that is not a calendar',
  too_complex: 'it has too many events, or events that repeat in a way that takes too long to read',
}
