/** The path of a request for logs, with secret link tokens cut off. */
export function logPath(path: string): string {
  return path.replace(/^(\/(?:reset-password|confirm-email)\/).+$/, '$1…')
}
