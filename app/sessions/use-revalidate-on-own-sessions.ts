import { useRevalidateOnTopic } from '#app/base/live/use-revalidate-on-topic.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import type { SessionView } from '#domain/sessions/contract.ts'
import { isOpen } from '#domain/sessions/states.ts'

/** Revalidates a page with the viewer's latest sessions whenever one of them changes state. */
export function useRevalidateOnOwnSessions(latest: SessionView[]): void {
  const viewer = useViewer()
  const shownId = latest.find(({ state }) => isOpen(state))?.id
  useRevalidateOnTopic(viewer ? `rings:${viewer.id}` : null, ({ open }) => open?.sessionId !== shownId)
}
