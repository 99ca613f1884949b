import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { SharedBoard } from '#app/boards/document/shared-board.ts'

export type BoardTab = 'board' | 'code'

/** The presence field. The drawing and the code pad use others. */
const field = 'tab'

/**
 * Sends which tab this page shows, and returns the tab of the other page. Null while it shows no board, and for a page
 * of the previous version, which does not send it.
 */
export function useOtherTab({ presence }: Pick<SharedBoard, 'presence'>, ownTab: BoardTab): BoardTab | null {
  useEffect(() => presence.setLocalStateField(field, ownTab), [presence, ownTab])
  const read = () => {
    const others = [...presence.getStates()].filter(([client]) => client !== presence.clientID)
    const tabs = others.map(([, state]) => state[field] as unknown)
    return tabs.find((tab) => tab === 'board' || tab === 'code') ?? null
  }
  const subscribe = useCallback(
    (listener: () => void) => {
      presence.on('change', listener)
      return () => presence.off('change', listener)
    },
    [presence],
  )
  return useSyncExternalStore(subscribe, read, read)
}
