import { parentPort } from 'node:worker_threads'
import * as Y from 'yjs'
import { type AppendedPages, appendPages } from '#domain/boards/append-pages.server.ts'
import { boardOverviewTextsMax } from '#kernel/limits.ts'

// Runs in its own thread, because a hostile document can take hours to apply.

export type DocumentWork = { updates: Uint8Array[] } & (
  | {
      kind: 'rewrite'
      /** The writers whose content is removed. */
      without: number[]
    }
  | { kind: 'read'; writers: number[] }
  | { kind: 'overview' }
  | {
      kind: 'addition'
      added: Uint8Array
      /** The Yjs client numbers of the author of `added`. */
      writers: number[]
    }
  | {
      kind: 'difference'
      /** The updates of the document that receives the missing content. */
      existing: Uint8Array[]
    }
  | {
      kind: 'append'
      /** The updates of the document that receives the pages. */
      existing: Uint8Array[]
      /** The id of the board that the pages come from. */
      from: string
    }
)

export type RewrittenDocument = { data: Uint8Array; parts: number }
/** `pads`: parts of the code, in their order. Other writers have written the text between two parts. */
export type DocumentContent = { elements: unknown[]; pads: string[] }
/** The content of a board, for pages that do not draw it. */
export type DocumentOverview = {
  pages: number
  elements: number
  texts: string[]
  code: string
  language: string | null
}
/** The content that another document does not have. Null when this document is empty. */
export type DocumentDifference = { difference: RewrittenDocument | null }
/** The pages that were added to another document, or the reason why none were added. */
export type DocumentPages = { appended: AppendedPages | 'empty' | 'too many pages' }
/** Whether a change keeps all content of other writers. */
export type DocumentAddition = { isOwn: boolean }
type Result =
  | RewrittenDocument
  | DocumentContent
  | DocumentOverview
  | DocumentDifference
  | DocumentPages
  | DocumentAddition
/** `unreadable`: the document cannot be applied or written, for example because its parts are nested too deeply. */
export type DocumentAnswer = { result: Result } | 'unreadable'

parentPort?.on('message', (work: DocumentWork) => parentPort?.postMessage(answer(work), []))

function answer(work: DocumentWork): DocumentAnswer {
  try {
    return { result: run(work) }
  } catch {
    return 'unreadable'
  }
}

function run(work: DocumentWork): Result {
  const board = open(work.updates)
  if (work.kind === 'rewrite') return rewrite(board, work.without)
  if (work.kind === 'read') return read(board, work.writers)
  if (work.kind === 'overview') return describe(board)
  if (work.kind === 'addition') return { isOwn: addsOnlyOwn(board, work.added, new Set(work.writers)) }
  if (work.kind === 'append') return { appended: appendPages(board, open(work.existing), work.from) }
  return findDifference(board, open(work.existing))
}

function open(updates: Uint8Array[]): Y.Doc {
  const board = new Y.Doc()
  for (const update of updates) Y.applyUpdate(board, update)
  return board
}

function addsOnlyOwn(board: Y.Doc, added: Uint8Array, writers: Set<number>): boolean {
  const { structs, ds } = Y.decodeUpdate(added)
  const isOfOthers = ({ clients }: { clients: Map<number, unknown> }) =>
    [...clients.keys()].some((id) => !writers.has(id))
  if (isOfOthers(ds)) return false
  let isOwn = true
  // A value that replaces another one deletes it.
  board.on('afterTransaction', ({ deleteSet }) => {
    if (isOfOthers(deleteSet)) isOwn = false
  })
  Y.applyUpdate(board, added)
  // A change that refers to a missing change could still delete content when that change arrives.
  return isOwn && structs.every(({ id, length }) => Y.getState(board.store, id.client) >= id.clock + length)
}

function rewrite(board: Y.Doc, without: number[]): RewrittenDocument {
  if (without.length > 0) removeContentOf(board, new Set(without))
  return withParts(Y.encodeStateAsUpdate(board))
}

function withParts(data: Uint8Array): RewrittenDocument {
  return { data, parts: Y.decodeUpdate(data).structs.length }
}

function findDifference(board: Y.Doc, existing: Y.Doc): DocumentDifference {
  const isEmpty = board.store.clients.size === 0
  return { difference: isEmpty ? null : withParts(Y.encodeStateAsUpdate(board, Y.encodeStateVector(existing))) }
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
  // Drops changes that depend on changes which never arrived. No page has shown them.
  const { pendingStructs } = board.store
  if (pendingStructs && Y.decodeUpdateV2(pendingStructs.update).structs.some(({ id }) => writers.has(id.client))) {
    board.store.pendingStructs = null
  }
}

/** Reads the elements and the code of these writers. */
function read(board: Y.Doc, writers: number[]): DocumentContent {
  const elements = board.getMap('elements')
  const own = writers.flatMap((writer) => board.store.clients.get(writer) ?? [])
  return {
    elements: own.flatMap((struct) => (struct instanceof Y.Item && struct.parent === elements ? toValues(struct) : [])),
    pads: readOwnCode(board, new Set(writers)),
  }
}

function readOwnCode(board: Y.Doc, writers: Set<number>): string[] {
  const parts: string[] = []
  let isLastOwn = false
  // The name in `app/boards/code/shared-code.ts`.
  for (const { deleted, id, content } of Y.getTypeChildren(board.getText('code'))) {
    if (deleted || !(content instanceof Y.ContentString)) continue
    const isOwn = writers.has(id.client)
    if (isOwn) parts.push((isLastOwn ? (parts.pop() ?? '') : '') + content.str)
    isLastOwn = isOwn
  }
  return parts
}

/** The names in `app/boards/document/elements.ts` and `app/boards/code/shared-code.ts`. */
function describe(board: Y.Doc): DocumentOverview {
  const elements = Object.values<unknown>(board.getMap('elements').toJSON())
  const texts = elements.flatMap(readText)
  const storedPages = board.getMap('pages')
  const pages = Object.values<unknown>(storedPages.toJSON())
  const language: unknown = board.getMap('code-settings').get('language')
  return {
    // The first page exists without a stored value, the name in `app/boards/document/board-model.ts`.
    pages: storedPages.has('first') ? pages.length : pages.length + 1,
    elements: elements.length + pages.filter(hasPicture).length,
    texts: [...new Set(texts)].slice(0, boardOverviewTextsMax),
    code: board.getText('code').toJSON(),
    language: typeof language === 'string' ? language : null,
  }
}

/** A picture that fills a page, such as a page of a PDF. */
function hasPicture(page: unknown): boolean {
  return ((page ?? {}) as { picture?: unknown }).picture !== undefined
}

/** The text of a text, or the source of a formula. */
function readText(element: unknown): string[] {
  const { text, tex } = (element ?? {}) as { text?: unknown; tex?: unknown }
  return [text, tex].flatMap((value) => (typeof value === 'string' && value.trim() !== '' ? [value.trim()] : []))
}

/** An element is a value or a map of values. */
function toValues({ deleted, content }: Y.Item): unknown[] {
  if (deleted) return []
  return content instanceof Y.ContentType ? [content.type.toJSON()] : content.getContent()
}
