import { parentPort } from 'node:worker_threads'
import * as Y from 'yjs'

// Runs in a thread of its own, because a document can be made so that applying it takes hours.

export type DocumentWork = { updates: Uint8Array[] } & (
  | {
      kind: 'rewrite'
      /** Removes what these writers have written. */
      without: number[]
    }
  | { kind: 'read'; writers: number[] }
)

export type RewrittenDocument = { data: Uint8Array; parts: number }
export type DocumentContent = { elements: unknown[]; pads: unknown[] }
/** `unreadable`: the document cannot be applied or written, for example because its parts are nested too deeply. */
export type DocumentAnswer = { result: RewrittenDocument | DocumentContent } | 'unreadable'

parentPort?.on('message', (work: DocumentWork) => parentPort?.postMessage(answer(work), []))

function answer(work: DocumentWork): DocumentAnswer {
  try {
    const board = new Y.Doc()
    for (const update of work.updates) Y.applyUpdate(board, update)
    return { result: work.kind === 'rewrite' ? rewrite(board, work.without) : read(board, work.writers) }
  } catch {
    return 'unreadable'
  }
}

function rewrite(board: Y.Doc, without: number[]): RewrittenDocument {
  if (without.length > 0) removeContentOf(board, new Set(without))
  const data = Y.encodeStateAsUpdate(board)
  return { data, parts: Y.decodeUpdate(data).structs.length }
}

/** Deletes the content that these writers have inserted. The document keeps only the positions. */
function removeContentOf(board: Y.Doc, writers: Set<number>): void {
  board.transact((transaction) => {
    for (const writer of writers) {
      for (const struct of board.store.clients.get(writer) ?? []) {
        if (struct instanceof Y.Item && !struct.deleted) struct.delete(transaction)
      }
    }
  })
  // Changes whose earlier part never arrived. Nobody has seen them.
  const { pendingStructs } = board.store
  if (pendingStructs && Y.decodeUpdateV2(pendingStructs.update).structs.some(({ id }) => writers.has(id.client))) {
    board.store.pendingStructs = null
  }
}

/** What these writers have drawn and written. */
function read(board: Y.Doc, writers: number[]): DocumentContent {
  const elements = board.getMap('elements')
  // The name in `app/boards/code/shared-code.ts`.
  const code = board.getText('code').toJSON()
  const own = writers.flatMap((writer) => board.store.clients.get(writer) ?? [])
  return {
    elements: own.flatMap((struct) => (struct instanceof Y.Item && struct.parent === elements ? toValues(struct) : [])),
    pads: code === '' ? [] : [code],
  }
}

/** An element is a value or a map of values. */
function toValues({ deleted, content }: Y.Item): unknown[] {
  if (deleted) return []
  return content instanceof Y.ContentType ? [content.type.toJSON()] : content.getContent()
}
