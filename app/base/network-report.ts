import { networkEvent } from '#app/base/network-event.ts'

const retryMs = 3_000

/**
 * Reports whether a request got a response, for pages without a live connection. While a failure is shown, asks the
 * server again, because the page may send nothing more.
 */
export function reportNetwork(hasResponse: boolean): void {
  const event = new CustomEvent(networkEvent, { detail: hasResponse, cancelable: true })
  const isShown = !window.dispatchEvent(event)
  if (isShown && !hasResponse) setTimeout(() => void retry(), retryMs)
}

async function retry(): Promise<void> {
  const answer = await fetch('/healthz').catch(() => null)
  reportNetwork(answer?.ok === true)
}
