const storageKey = 'reloaded for a missing file'

/**
 * A page that stays open during a deployment may request a file that no longer exists. Then the page is reloaded, but
 * only once for the same file. A network error causes no reload, because a reload would lose the user's input.
 */
export function reloadOnMissingFiles(): void {
  addEventListener('vite:preloadError', ({ payload }) => void reloadOnce(payload))
}

export async function reloadOnce({ message }: Error): Promise<void> {
  const [url] = /https?:\/\/\S+/.exec(message) ?? []
  if (!url || sessionStorage.getItem(storageKey) === url) return
  const answer = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (answer?.status !== 404) return
  sessionStorage.setItem(storageKey, url)
  location.reload()
}
