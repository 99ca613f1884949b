/** The request path as it is logged, without the secret token of a link. */
export function logPath(path: string): string {
  return path.replace(/^(\/(?:reset-password|confirm-email|calendars)\/).+$/, '$1…')
}
