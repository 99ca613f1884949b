import { statuses } from '#app/base/live/read-status-message.ts'
import { type VisibilityWatch, watchVisibility } from '#app/experts/visibility-tracker.ts'
import type { ExpertCard, ExpertStatus } from '#domain/discovery/contract.ts'
import type { LiveClient } from '#live/client.ts'

/**
 * How the page itself says who can be called. Around everything that is about one expert stands an element with `data-expert`;
 * what follows the status in there, in look, words or use, has `data-presence`. So a few lines can keep a page true before React
 * is there, and React reads from the page what has become of it.
 */
export function statusRoot({ id }: Pick<ExpertCard, 'id'>, status: ExpertStatus) {
  return { 'data-expert': id, 'data-presence': status }
}

/** For a button that calls: nobody but those online can be called. */
export function callable(status: ExpertStatus) {
  return { 'data-presence': status, disabled: status !== 'online' }
}

export function showStatus(root: HTMLElement, status: ExpertStatus): void {
  for (const part of [root, ...root.querySelectorAll<HTMLElement>('[data-presence]')]) {
    part.dataset.presence = status
    const statusText = part.dataset[status]
    if (statusText !== undefined) part.textContent = statusText
    if ('disabled' in part) part.disabled = callable(status).disabled
  }
}

export function shownStatus(root: HTMLElement): ExpertStatus | undefined {
  return statuses.find((status) => status === root.dataset.presence)
}

/**
 * Keeps everybody true who is on the screen, until the returned function is called. Nobody leaves the screen: whoever scrolls
 * is a person, and then React takes over.
 */
export function updateVisibleStatuses(
  live: Pick<LiveClient, 'watch'>,
  page: Pick<ParentNode, 'querySelectorAll'> = document,
  onScreen: VisibilityWatch = watchVisibility(),
): () => void {
  const unsubscribers = Array.from(page.querySelectorAll<HTMLElement>('[data-expert]'), (root) => {
    const unsubscribe = onScreen(root, () => {
      unsubscribe()
      live.watch(`expert:${root.dataset.expert}`, ({ status }) => showStatus(root, status))
    })
    return unsubscribe
  })
  return () => unsubscribers.forEach((unsubscribe) => unsubscribe())
}
