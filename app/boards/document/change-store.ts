import * as Y from 'yjs'
import type { SafeStorage } from '#app/base/browser-memory.ts'
import { toBase64 } from '#app/boards/document/base64.ts'
import { isRemote, remoteOrigins } from '#app/boards/document/board-channel.ts'
import { type BoardServer, retryMs } from '#app/boards/document/board-server.ts'
import type { BoardState } from '#app/boards/document/board-state.ts'
import { createDeletionStore, isTooOften } from '#app/boards/document/deletion-store.ts'
import { readUnsent } from '#app/boards/document/send-unsent.ts'
import { unsentKey } from '#app/boards/document/unsent-key.ts'
import { boardUpdateMaxBytes } from '#kernel/limits.ts'

const storeEveryMs = 1_000
/** The server accepts a limited number of changes in a minute. */
const retrySlowlyMs = 15_000
/** A closed board goes on storing while its page is open, but not forever. The next page of the tab tries again. */
const triesAfterCloseMax = 30
/** After a loss, less is sent at once, down to this: on a bad line a short request is more likely to arrive. */
const partMinBytes = 16_000
/** Browsers send at most 64 kB in the background while a page closes. */
const leavingMaxBytes = 40_000

type Options = {
  boardId: string
  doc: Y.Doc
  server: BoardServer
  storage: SafeStorage
  state: BoardState
  /** Aborted when the board is closed. */
  signal: AbortSignal
}

/** Stores the changes of this page, and those that an earlier page of the tab could not store. */
export function createChangeStore({ boardId, doc, server, storage, state, signal }: Options) {
  const key = unsentKey(boardId)
  /** Changes of this page that are not stored yet. */
  let pending: Uint8Array[] = []
  let partBytes = boardUpdateMaxBytes
  let isStoring = false
  let triesAfterClose = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const storeDeletions = createDeletionStore(doc, server)

  doc.on('update', (change: Uint8Array, origin: unknown) => {
    if (!isRemote(origin)) add(change)
  })
  globalThis.addEventListener?.('pagehide', leave, { signal })
  globalThis.document?.addEventListener('visibilitychange', () => document.hidden && leave(), { signal })
  for (const change of readUnsent(storage, boardId)) {
    Y.applyUpdate(doc, change, remoteOrigins.server)
    add(change)
  }

  return {
    /** Tries at once to store what is not stored yet. */
    storeNow: () => plan(0),
    leave,
  }

  function add(change: Uint8Array): void {
    pending.push(change)
    if (state.view().isSaved) state.change({ isSaved: false })
    plan(storeEveryMs)
  }

  function plan(delayMs: number): void {
    if (isStoring || (signal.aborted && (triesAfterClose += 1) > triesAfterCloseMax)) return
    if (delayMs === 0) clearTimeout(timer)
    else if (timer !== undefined) return
    timer = setTimeout(() => void store(), delayMs)
  }

  async function store(options = { isLeaving: false }): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (isStoring || pending.length === 0) return
    isStoring = true
    const count = countThatFit(pending, partBytes)
    const answer = await server.store(Y.mergeUpdates(pending.slice(0, count)), options)
    const hasNoRoom = answer !== 'lost' && 'refusal' in answer && isFull(answer.refusal)
    const deletions = hasNoRoom ? await storeDeletions() : 'refused'
    isStoring = false
    if (answer !== 'lost' && !('refusal' in answer)) {
      pending = pending.slice(count)
      partBytes = Math.min(boardUpdateMaxBytes, partBytes * 2)
      return onStored()
    }
    if (answer === 'lost') {
      partBytes = Math.max(partMinBytes, partBytes / 4)
      state.change({ isLost: true })
      return plan(retryMs)
    }
    state.change({ problem: answer.refusal.text, isLost: deletions === 'lost' })
    if (deletions === 'lost') plan(retryMs)
    else if (isTooOften(answer.refusal) || deletions !== 'refused') plan(retrySlowlyMs)
  }

  function onStored(): void {
    state.change({ isSaved: pending.length === 0, problem: null, isLost: false })
    if (pending.length === 0) storage.removeItem(key)
    else plan(signal.aborted ? 0 : storeEveryMs)
  }

  /** The page may close: sends what is pending in the background, and keeps it for the next page in case that fails. */
  function leave(): void {
    if (signal.aborted || state.view().isSaved) return
    storage.setItem(key, JSON.stringify(pending.map(toBase64)))
    const isSmall = pending.reduce((sum, { length }) => sum + length, 0) <= leavingMaxBytes
    void store({ isLeaving: isSmall })
  }
}

/** The number of first changes that are at most this long together. At least one. */
function countThatFit(changes: Uint8Array[], maxBytes: number): number {
  let bytes = 0
  const count = changes.findIndex(({ length }) => (bytes += length) > maxBytes)
  return count === -1 ? changes.length : Math.max(1, count)
}

function isFull({ code }: { code: string }): boolean {
  return code === 'board_full' || code === 'prepared_board_full'
}
