/** In which call this tab asked to do without pictures: it stays so when the page is reloaded. */
const storageKey = 'samjhao:audio-only'

export function wasAudioOnly(sessionId: string): boolean {
  try {
    return sessionStorage.getItem(storageKey) === sessionId
  } catch {
    // Storage can be switched off.
    return false
  }
}

export function rememberAudioOnly(sessionId: string, audioOnly: boolean): void {
  try {
    if (audioOnly) sessionStorage.setItem(storageKey, sessionId)
    else sessionStorage.removeItem(storageKey)
  } catch {
    // It holds for this page.
  }
}
