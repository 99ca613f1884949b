import * as Y from 'yjs'
import { remoteOrigins } from '#app/boards/document/board-channel.ts'
import { type BoardServer, retryMs } from '#app/boards/document/board-server.ts'
import type { BoardState } from '#app/boards/document/board-state.ts'

type Options = {
  doc: Y.Doc
  server: BoardServer
  state: BoardState
  /** Aborted when the board is closed. */
  signal: AbortSignal
}

/** Loads the board from the server, and later the changes that this page does not have. */
export function createBoardLoader({ doc, server, state, signal }: Options) {
  let [lastOnServer, knownUpTo] = [0, -1]
  let isLoading = false

  return {
    load,
    /** The server has the changes up to this number. */
    loadUpTo(last: number): void {
      lastOnServer = Math.max(lastOnServer, last)
      void load()
    },
  }

  async function load(): Promise<void> {
    if (isLoading || signal.aborted) return
    isLoading = true
    while (!signal.aborted && (knownUpTo < lastOnServer || state.view().status === 'loading')) {
      const answer = await server.load(Math.max(0, knownUpTo))
      if (answer === 'lost') {
        if (state.view().status === 'loading') state.change({ isLost: true })
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      } else if ('refusal' in answer) {
        state.change({ status: 'refused', problem: answer.refusal.text })
        break
      } else {
        applyAll(answer.changes)
        knownUpTo = Math.max(knownUpTo, answer.last)
        lastOnServer = Math.max(lastOnServer, answer.last)
        if (state.view().status === 'loading') {
          state.change({ status: answer.hasMore ? 'loading' : 'ready', isLost: false })
        }
      }
    }
    isLoading = false
  }

  /** One after the other, which takes a fifth of the time of merging them first. Listeners receive one change. */
  function applyAll(changes: Uint8Array[]): void {
    doc.transact(() => changes.forEach((stored) => Y.applyUpdate(doc, stored)), remoteOrigins.server)
  }
}
