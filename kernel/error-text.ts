/** Returns the message of an unknown error, for a record or a log. */
export function errorText(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)) || 'No error message was given.'
}
