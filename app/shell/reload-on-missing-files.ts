const memory = 'loaded anew for a missing file'

/**
 * A page that stays open while the product is replaced may ask for a part of itself that exists no more. It is loaded anew, once: what
 * is missing after that stays missing. A network that fails is no reason to lose what somebody has typed.
 */
export function reloadOnMissingFiles(): void {
  addEventListener('vite:preloadError', ({ payload }) => void reloadOnce(payload))
}

export async function reloadOnce({ message }: Error): Promise<void> {
  const [url] = /https?:\/\/\S+/.exec(message) ?? []
  if (!url || sessionStorage.getItem(memory) === url) return
  const answer = await fetch(url, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (answer?.status !== 404) return
  sessionStorage.setItem(memory, url)
  location.reload()
}
