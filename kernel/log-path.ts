/** The path of a request as it may stand in a log: an address that is itself a key is cut off before the key. */
export function logPath(path: string): string {
  return path.replace(/^(\/reset-password\/).+$/, '$1…')
}
