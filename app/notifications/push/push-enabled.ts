import { safeLocalStorage } from '#app/base/browser-memory.ts'

/** Stores the account that enabled push in this browser. It survives sign-out, so that users are not asked again. */
const storageKey = 'samjhao:push'
const changeEvent = 'samjhao:push-changed'

export function isPushEnabled(accountId: string): boolean {
  return safeLocalStorage.getItem(storageKey) === accountId
}

export function setPushEnabled(accountId: string | null): void {
  if (accountId) safeLocalStorage.setItem(storageKey, accountId)
  else safeLocalStorage.removeItem(storageKey)
  dispatchEvent(new Event(changeEvent))
}

/** Calls the listener on every change, including those of other tabs. */
export function onPushEnabledChange(listener: () => void): () => void {
  const events = [changeEvent, 'storage']
  for (const event of events) addEventListener(event, listener)
  return () => {
    for (const event of events) removeEventListener(event, listener)
  }
}
