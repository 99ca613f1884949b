/** Whose notifications this browser is to show: it stays through a sign-out, so that who comes back need not be asked again. */
const storageKey = 'samjhao:push'
const changed = 'samjhao:push-changed'

export function isPushEnabled(accountId: string): boolean {
  return localStorage.getItem(storageKey) === accountId
}

export function setPushEnabled(accountId: string | null): void {
  if (accountId) localStorage.setItem(storageKey, accountId)
  else localStorage.removeItem(storageKey)
  dispatchEvent(new Event(changed))
}

/** Told of every change, of other tabs, too. */
export function onPushEnabledChange(listener: () => void): () => void {
  const events = [changed, 'storage']
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}
