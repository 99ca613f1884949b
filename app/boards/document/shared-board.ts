import { Awareness } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { type SafeStorage, safeSessionStorage } from '#app/base/browser-memory.ts'
import { toBase64 } from '#app/boards/document/base64.ts'
import { type ByteChannel, connectBoardChannel, isRemote, remoteOrigins } from '#app/boards/document/board-channel.ts'
import { type BoardServer, connectBoardServer } from '#app/boards/document/board-server.ts'
import { readUnsent } from '#app/boards/document/send-unsent.ts'
import { unsentKey } from '#app/boards/document/unsent-key.ts'
import { boardUpdateMaxBytes } from '#kernel/limits.ts'
import type { LiveClient } from '#live/client.ts'

const storeEveryMs = 1_000
const retryMs = 2_000
/** The server accepts a limited number of changes in a minute. */
const retrySlowlyMs = 15_000
/**
 * A closed board continues to store its changes while its page is open, up to this number of attempts. The next page of
 * the tab tries again.
 */
const attemptsAfterCloseMax = 30
/**
 * After a lost request, the next ones are smaller, down to this size: on a bad connection a short request is more
 * likely to arrive.
 */
const partMinBytes = 16_000
/** Browsers send at most 64 kB in the background while a page closes. */
const leavingMaxBytes = 40_000

export type SharedBoardView = {
  status: 'loading' | 'ready' | 'refused'
  /** Whether the server has stored every change of this page. */
  isSaved: boolean
  /** Why the last change was not stored, or why the board cannot be read. */
  problem: string | null
  /** The server did not answer the last attempt. The next attempt is automatic. */
  isLost: boolean
}

/** Returns how many of the first changes fit into this size together. At least one. */
function countThatFit(changes: Uint8Array[], maxBytes: number): number {
  let bytes = 0
  const count = changes.findIndex(({ length }) => (bytes += length) > maxBytes)
  return count === -1 ? changes.length : Math.max(1, count)
}

function isFull({ code }: { code: string }): boolean {
  return code === 'board_full' || code === 'prepared_board_full'
}

function isTooOften({ code }: { code: string }): boolean {
  return code === 'too_many_board_changes'
}

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
  const key = unsentKey(boardId)
  const doc = new Y.Doc()
  const presence = new Awareness(doc)
  let view: SharedBoardView = { status: 'loading', isSaved: true, problem: null, isLost: false }
  const listeners = new Set<() => void>()
  /** Changes of this page that are not stored yet. */
  let pending: Uint8Array[] = []
  let partBytes = boardUpdateMaxBytes
  let isStoring = false
  let attemptsAfterClose = 0
  let storedDeletions = toBase64(Y.encodeStateAsUpdate(new Y.Doc()))
  let storeTimer: ReturnType<typeof setTimeout> | undefined
  let [lastOnServer, knownUpTo] = [0, -1]
  let isLoading = false
  let channelLink: ReturnType<typeof connectBoardChannel> | undefined
  const liveListeners = new Set<(message: string) => void>()
  const closing = new AbortController()
  const isClosed = () => closing.signal.aborted

  doc.on('update', (change: Uint8Array, origin: unknown) => {
    if (!isRemote(origin)) addPending(change)
  })
  globalThis.addEventListener?.('pagehide', leave, { signal: closing.signal })
  globalThis.document?.addEventListener('visibilitychange', () => document.hidden && leave(), {
    signal: closing.signal,
  })
  restorePending()
  void load()

  return {
    doc,
    presence,
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Follows the board of a session. Disconnects when the returned function is called. */
    watch(live: Pick<LiveClient, 'watch'>): () => void {
      return live.watch(`board:${boardId}`, ({ last }) => {
        lastOnServer = Math.max(lastOnServer, last)
        void load()
        // The server can be reached again.
        if (pending.length > 0) planStore(0)
      })
    },
    /** Immediately tries to store pending changes, and to load a board that was refused. */
    retry(): void {
      planStore(0)
      if (view.status !== 'refused') return
      change({ status: 'loading', problem: null })
      void load()
    },
    /** Uses this data channel instead of an earlier one. */
    connect(channel: ByteChannel | null): void {
      channelLink?.disconnect()
      const onLive = (message: string) => liveListeners.forEach((listener) => listener(message))
      channelLink = channel ? connectBoardChannel({ doc, presence, channel, onLive }) : undefined
    },
    /** Unfinished drawings of both pages: only for the other page, and only while there is a channel. */
    live: {
      isFree: () => channelLink?.isFree() ?? false,
      send: (message: string) => channelLink?.sendLive(message),
      listen(listener: (message: string) => void) {
        liveListeners.add(listener)
        return () => void liveListeners.delete(listener)
      },
    },
    /** Stores pending changes, and stops. */
    close(): void {
      leave()
      closing.abort()
      channelLink?.disconnect()
      presence.destroy()
      listeners.clear()
    },
  }

  function change(changes: Partial<SharedBoardView>): void {
    view = { ...view, ...changes }
    listeners.forEach((listener) => listener())
  }

  function addPending(added: Uint8Array): void {
    pending.push(added)
    if (view.isSaved) change({ isSaved: false })
    planStore(storeEveryMs)
  }

  function planStore(delayMs: number): void {
    if (isStoring || (isClosed() && (attemptsAfterClose += 1) > attemptsAfterCloseMax)) return
    if (delayMs === 0) clearTimeout(storeTimer)
    else if (storeTimer !== undefined) return
    storeTimer = setTimeout(() => void storePending(), delayMs)
  }

  async function storePending(options = { isLeaving: false }): Promise<void> {
    clearTimeout(storeTimer)
    storeTimer = undefined
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
      change({ isLost: true })
      return planStore(retryMs)
    }
    const { code, text } = answer.refusal
    change({ problem: text, isLost: deletions === 'lost' })
    if (deletions === 'lost') planStore(retryMs)
    else if (isTooOften({ code }) || deletions !== 'refused') planStore(retrySlowlyMs)
  }

  /** A full board still stores deletions, and the server then frees space. The same deletions are stored only once. */
  async function storeDeletions(): Promise<'stored' | 'later' | 'lost' | 'refused'> {
    const deletions = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(doc))
    if (toBase64(deletions) === storedDeletions) return 'refused'
    const answer = await server.store(deletions)
    if (answer === 'lost') return 'lost'
    if ('refusal' in answer) return isTooOften(answer.refusal) ? 'later' : 'refused'
    storedDeletions = toBase64(deletions)
    return 'stored'
  }

  function onStored(): void {
    change({ isSaved: pending.length === 0, problem: null, isLost: false })
    if (pending.length === 0) storage.removeItem(key)
    else planStore(isClosed() ? 0 : storeEveryMs)
  }

  async function load(): Promise<void> {
    if (isLoading || isClosed()) return
    isLoading = true
    while (!isClosed() && (knownUpTo < lastOnServer || view.status === 'loading')) {
      const answer = await server.load(Math.max(0, knownUpTo))
      if (answer === 'lost') {
        if (view.status === 'loading') change({ isLost: true })
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      } else if ('refusal' in answer) {
        change({ status: 'refused', problem: answer.refusal.text })
        break
      } else {
        applyAll(answer.changes)
        knownUpTo = Math.max(knownUpTo, answer.last)
        lastOnServer = Math.max(lastOnServer, answer.last)
        if (view.status === 'loading') change({ status: answer.hasMore ? 'loading' : 'ready', isLost: false })
      }
    }
    isLoading = false
  }

  /**
   * Applies one change after the other, which takes a fifth of the time of merging them first. Listeners receive one
   * change.
   */
  function applyAll(changes: Uint8Array[]): void {
    doc.transact(() => changes.forEach((stored) => Y.applyUpdate(doc, stored)), remoteOrigins.server)
  }

  /** The page may close: sends what is pending in the background, and keeps it for the next page in case that fails. */
  function leave(): void {
    if (isClosed() || view.isSaved) return
    storage.setItem(key, JSON.stringify(pending.map(toBase64)))
    const isSmall = pending.reduce((sum, { length }) => sum + length, 0) <= leavingMaxBytes
    void storePending({ isLeaving: isSmall })
  }

  function restorePending(): void {
    for (const change of readUnsent(storage, boardId)) {
      Y.applyUpdate(doc, change, remoteOrigins.server)
      addPending(change)
    }
  }
}
