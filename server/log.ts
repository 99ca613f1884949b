import pino, { type Logger } from 'pino'

type Fields = Record<string, unknown>

/** The log of a process: one JSON object per line. */
export function createLog(level: string, destination?: pino.DestinationStream): Logger {
  const options = { level, serializers: { err: serializeError } }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * Keeps the texts and numbers of an error. Errors of PostgreSQL, Redis and S3 also carry their connection or request,
 * with thousands of fields.
 */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const details = Object.entries(error).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
  const serialized: Fields = {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(details),
  }
  if (error.cause !== undefined) serialized.cause = serializeError(error.cause)
  return serialized
}
