/** Whose notifications this browser is to show: it stays through a sign-out, so that who comes back need not be asked again. */
const storageKey = 'samjhao:push'

export function isPushOnHere(accountId?: string): boolean {
  const marked = localStorage.getItem(storageKey)
  return accountId ? marked === accountId : marked !== null
}

export function markPush(accountId: string | null): void {
  if (accountId) localStorage.setItem(storageKey, accountId)
  else localStorage.removeItem(storageKey)
}
