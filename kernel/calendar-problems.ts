/** Why an external calendar could not be read. Migration 0047 has them, too. */
export type CalendarProblem =
  | 'private_host'
  | 'unknown_host'
  | 'no_answer'
  | 'no_connection'
  | 'certificate'
  | 'status'
  | 'too_many_redirects'
  | 'bad_redirect'
  | 'too_large'
  | 'not_a_calendar'
  | 'too_complex'
