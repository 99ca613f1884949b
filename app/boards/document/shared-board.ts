import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { type SafeStorage, safeSessionStorage } from '#app/base/browser-memory.ts'
import { createBoardLink } from '#app/boards/document/board-link.ts'
import { createBoardLoader } from '#app/boards/document/board-loader.ts'
import { type BoardServer, connectBoardServer } from '#app/boards/document/board-server.ts'
import { createBoardState } from '#app/boards/document/board-state.ts'
import { createChangeStore } from '#app/boards/document/change-store.ts'
import type { LiveClient } from '#live/client.ts'

type Options = { boardId: string; server?: BoardServer; storage?: SafeStorage }

export type SharedBoard = ReturnType<typeof openSharedBoard>

/**
 * Opens a board in one page. Changes of this page are stored about once a second, and changes of others are loaded when
 * the live topic has a higher number. A data channel, if there is one, carries changes and presence immediately, but
 * nothing is lost without it. Changes that could not be stored before the page closed are stored by the next page of
 * the same tab.
 */
export function openSharedBoard({
  boardId,
  server = connectBoardServer(boardId),
  storage = safeSessionStorage,
}: Options) {
  const doc = new Y.Doc()
  const presence = new Awareness(doc)
  const state = createBoardState()
  const closing = new AbortController()
  const { signal } = closing
  const store = createChangeStore({ boardId, doc, server, storage, state, signal })
  const loader = createBoardLoader({ doc, server, state, signal })
  const link = createBoardLink(doc, presence)
  void loader.load()

  return {
    doc,
    presence,
    view: state.view,
    subscribe: state.subscribe,
    /** Follows the board of a session. Disconnects when the returned function is called. */
    watch(live: Pick<LiveClient, 'watch'>): () => void {
      return live.watch(`board:${boardId}`, ({ last }) => {
        loader.loadUpTo(last)
        // The server can be reached again.
        if (!state.view().isSaved) store.storeNow()
      })
    },
    /** Immediately tries to store pending changes, and to load a board that was refused. */
    retry(): void {
      store.storeNow()
      if (state.view().status !== 'refused') return
      state.change({ status: 'loading', problem: null })
      void loader.load()
    },
    connect: link.connect,
    live: link.live,
    /** Stores what is not stored yet, and stops. */
    close(): void {
      store.leave()
      closing.abort()
      link.disconnect()
      presence.destroy()
      state.removeListeners()
    },
  }
}
