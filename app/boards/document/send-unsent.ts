import * as Y from 'yjs'
import { type SafeStorage, safeSessionStorage } from '#app/base/browser-memory.ts'
import { fromBase64, toBase64 } from '#app/boards/document/base64.ts'
import { type BoardServer, connectBoardServer } from '#app/boards/document/board-server.ts'
import { unsentKey } from '#app/boards/document/unsent-key.ts'
import { findWriters } from '#domain/boards/rules.ts'
import { boardUpdateMaxBytes } from '#kernel/limits.ts'

type Options = { boardId: string; server?: BoardServer; storage?: SafeStorage }
/** 'later': the server cannot be reached, or the limit of changes per minute is used up. */
type Sent = 'later' | { problem: string | null }

/** The changes are kept after these refusals, because they may be stored later. */
const keptRefusals = new Set(['board_full', 'prepared_board_full'])

/**
 * After the call, stores the changes that an earlier page of this tab could not store. The server then refuses changes
 * to content of the other person. A refused group of changes is split, until only the refused changes are left out.
 */
export async function sendUnsent({
  boardId,
  server = connectBoardServer(boardId),
  storage = safeSessionStorage,
}: Options): Promise<Sent> {
  const key = unsentKey(boardId)
  const waiting: Uint8Array[][] = [readUnsent(storage, boardId)]
  let problem: string | null = null
  for (let group = waiting.shift(); group; group = waiting.shift()) {
    if (group.length === 0) continue
    const data = Y.mergeUpdates(group)
    const answer = data.length > boardUpdateMaxBytes && group.length > 1 ? 'too large' : await server.store(data)
    const code = typeof answer === 'object' && 'refusal' in answer ? answer.refusal.code : null
    if (answer === 'lost' || code === 'too_many_board_changes') {
      keep([group, ...waiting])
      return 'later'
    }
    const canBeDivided = group.length > 1 && (answer === 'too large' || code === 'board_keeps_others')
    if (canBeDivided) waiting.unshift(...halves(group))
    else if (typeof answer === 'object' && 'refusal' in answer) {
      problem = answer.refusal.text
      if (keptRefusals.has(answer.refusal.code)) {
        keep([group, ...waiting])
        return { problem }
      }
    }
  }
  storage.removeItem(key)
  return { problem }

  function keep(groups: Uint8Array[][]): void {
    storage.setItem(key, JSON.stringify(groups.flat().map(toBase64)))
  }
}

/** The changes that an earlier page of this tab could not store. Empty if another version of the page kept them. */
export function readUnsent(storage: SafeStorage, boardId: string): Uint8Array[] {
  try {
    const stored = storage.getItem(unsentKey(boardId))
    const changes = stored === null ? [] : (JSON.parse(stored) as string[]).map(fromBase64)
    return changes.filter(findWriters)
  } catch {
    storage.removeItem(unsentKey(boardId))
    return []
  }
}

function halves(group: Uint8Array[]): Uint8Array[][] {
  const middle = Math.ceil(group.length / 2)
  return [group.slice(0, middle), group.slice(middle)]
}
