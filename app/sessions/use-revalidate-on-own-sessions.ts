import { useRevalidateOnTopic } from '#app/base/live/use-revalidate-on-topic.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import type { SessionView } from '#domain/sessions/contract.ts'
import { isOpen } from '#domain/sessions/states.ts'

/** Keeps a page true that shows the latest sessions of the viewer: each step of any of them asks for it anew. */
export function useRevalidateOnOwnSessions(latest: SessionView[]): void {
  const viewer = useViewer()
  const shown = latest.find(({ state }) => isOpen(state))?.id
  useRevalidateOnTopic(viewer ? `rings:${viewer.id}` : null, ({ open }) => open?.sessionId !== shown)
}
