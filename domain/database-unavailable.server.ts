/** Class 08 (connection lost), class 53 (out of connections, disk or memory), and shutdown, crash or startup. */
const sqlStates = /^(08...|53...|57P0[123])$/
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
/** Messages of errors that pg and its pool throw without a code. */
const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)|is not currently accepting connections$/

/** Whether the database is unreachable, closed the connection or is out of resources, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (sqlStates.test(code) || networkCodes.has(code))) return true
  return unavailableMessages.test(error.message)
}
