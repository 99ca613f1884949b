const quarterMs = 15 * 60_000

/** The first quarter hour at this time or later. A session can be booked only at a quarter hour. */
export function nextQuarterHour(atMs: number): Date {
  return new Date(Math.ceil(atMs / quarterMs) * quarterMs)
}
