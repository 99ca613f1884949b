/** The name under which a browser shows what it says about one ring, from its beginning to its end. */
export function ringTag(sessionId: string): string {
  return `ring:${sessionId}`
}
