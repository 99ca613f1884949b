/** Shut down, crashed or starting; and all of class 08, lost connections, and 53, out of connections, disk or memory. */
const sqlStates = /^(08...|53...|57P0[123])$/
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** What pg and its pool throw without a code. */
const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)|is not currently accepting connections$/

/** Whether the database could not be reached, was lost in the middle, or has no room: the same request may succeed in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (sqlStates.test(code) || networkCodes.has(code))) return true
  return unavailableMessages.test(error.message)
}
