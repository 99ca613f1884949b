/** The tag of a browser notification, the same for every notification about one ring. */
export function ringTag(sessionId: string): string {
  return `ring:${sessionId}`
}
