import * as Y from 'yjs'
import { toBase64 } from '#app/boards/document/base64.ts'
import type { BoardServer } from '#app/boards/document/board-server.ts'

/** A full board still stores what was deleted, and then the server makes room. The same is stored once. */
export function createDeletionStore(doc: Y.Doc, server: BoardServer) {
  let stored = toBase64(Y.encodeStateAsUpdate(new Y.Doc()))
  return async (): Promise<'stored' | 'later' | 'lost' | 'refused'> => {
    const deletions = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(doc))
    if (toBase64(deletions) === stored) return 'refused'
    const answer = await server.store(deletions)
    if (answer === 'lost') return 'lost'
    if ('refusal' in answer) return isTooOften(answer.refusal) ? 'later' : 'refused'
    stored = toBase64(deletions)
    return 'stored'
  }
}

export function isTooOften({ code }: { code: string }): boolean {
  return code === 'too_many_board_changes'
}
