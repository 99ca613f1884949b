import { type VisibilityWatch, watchVisibility } from '#app/experts/visibility-tracker.ts'
import type { ExpertCard, ExpertStatus } from '#domain/discovery/contract.ts'
import type { LiveClient } from '#live/client.ts'

const statuses: ExpertStatus[] = ['online', 'busy', 'offline']

/**
 * Keeps expert statuses in DOM attributes: `data-expert` on the root element of an expert, `data-presence` on every
 * element whose style, text or disabled state follows the status. A small script can then update the page before
 * React hydrates, and React reads the current status from the DOM.
 */
export function statusRootProps({ id }: Pick<ExpertCard, 'id'>, status: ExpertStatus) {
  return { 'data-expert': id, 'data-presence': status }
}

/** Props of a call button: only online experts can be called. */
export function callButtonProps(status: ExpertStatus) {
  return { 'data-presence': status, disabled: status !== 'online' }
}

export function showStatus(root: HTMLElement, status: ExpertStatus): void {
  for (const part of [root, ...root.querySelectorAll<HTMLElement>('[data-presence]')]) {
    part.dataset.presence = status
    const statusText = part.dataset[status]
    if (statusText !== undefined) part.textContent = statusText
    if ('disabled' in part) part.disabled = callButtonProps(status).disabled
  }
}

export function shownStatus(root: HTMLElement): ExpertStatus | undefined {
  return statuses.find((status) => status === root.dataset.presence)
}

/**
 * Updates the status of visible experts until the returned function is called. Elements that scroll off the screen are
 * still watched, because scrolling loads React, which then takes over.
 */
export function updateVisibleStatuses(
  live: Pick<LiveClient, 'watch'>,
  page: Pick<ParentNode, 'querySelectorAll'> = document,
  watchElement: VisibilityWatch = watchVisibility(),
): () => void {
  const unsubscribers = Array.from(page.querySelectorAll<HTMLElement>('[data-expert]'), (root) => {
    const unsubscribe = watchElement(root, () => {
      unsubscribe()
      live.watch(`expert:${root.dataset.expert}`, ({ status }) => showStatus(root, status))
    })
    return unsubscribe
  })
  return () => unsubscribers.forEach((unsubscribe) => unsubscribe())
}
