import * as Y from 'yjs'
import {
  coverMax,
  type BoardElement,
  type BoardPage,
  readElement,
  readPage,
  type StoredElement,
  type StoredPage,
} from '#app/boards/document/elements.ts'
import { orderBetween } from '#app/boards/document/order.ts'
import { encodePoints } from '#app/boards/document/points.ts'
import { boardPagesMax } from '#kernel/limits.ts'

/** The page that every board has without a stored value, so that two people who begin at the same time share it. */
export const firstPageId = 'first'
const firstPage: BoardPage = { id: firstPageId, order: 'a', paper: 'plain' }

type Without<Value, Key extends PropertyKey> = Value extends unknown ? Omit<Value, Key> : never
/** An element before it has an id and a position in the order. */
export type NewElement = Without<BoardElement, 'id' | 'z'>

export type ElementChange = { id: string; element: BoardElement | null; before: BoardElement | null }

export type BoardModel = ReturnType<typeof createBoardModel>

/**
 * Reads and writes the pages of a board and their elements in the shared document. Values come from
 * another person's browser, so values that our pages cannot write are ignored. Undo and redo apply only to the steps of
 * this page.
 */
export function createBoardModel(doc: Y.Doc) {
  const storedPages = doc.getMap('pages')
  const storedElements = doc.getMap('elements')
  /** Marks the changes that can be undone. */
  const ownSteps = {}
  const undoManager = new Y.UndoManager([storedPages, storedElements], {
    trackedOrigins: new Set([ownSteps]),
    // A step ends with `endStep`, not after some time.
    captureTimeout: Number.MAX_SAFE_INTEGER,
  })
  const elements = new Map<string, BoardElement>()
  let pages = readPages()
  let highest = 0
  const elementListeners = new Set<(changes: ElementChange[]) => void>()
  const pageListeners = new Set<() => void>()

  const onElements = ({ keysChanged }: Y.YMapEvent<unknown>) => {
    const changes = [...keysChanged].map(update)
    elementListeners.forEach((listener) => listener(changes))
    notifyPages()
  }
  const onPages = () => {
    pages = readPages()
    notifyPages()
  }
  storedElements.forEach((_value, id) => update(id))
  storedElements.observe(onElements)
  storedPages.observe(onPages)
  undoManager.on('stack-item-added', notifyPages)
  undoManager.on('stack-item-popped', notifyPages)

  return {
    pages: () => pages,
    elements: () => elements,
    get: (id: string) => elements.get(id),
    /** Reports changed elements, whichever page changed them. */
    onElements(listener: (changes: ElementChange[]) => void) {
      elementListeners.add(listener)
      return () => void elementListeners.delete(listener)
    },
    /** Reports every change, including changes of pages and of what can be undone. */
    subscribe(listener: () => void) {
      pageListeners.add(listener)
      return () => void pageListeners.delete(listener)
    },
    add(element: NewElement, id = newId()): string {
      const stored = toStored(element, Math.min(highest + 1, coverMax))
      if (readElement(id, stored)) write(() => storedElements.set(id, stored))
      return id
    },
    /** Replaces some fields of an element. Does nothing if it was deleted meanwhile. */
    change(id: string, changed: Partial<Without<NewElement, 'kind' | 'points'>>): void {
      const value = storedElements.get(id)
      const stored = { ...(value as object), ...changed }
      if (elements.has(id) && readElement(id, stored)) write(() => storedElements.set(id, stored))
    },
    remove(ids: readonly string[]): void {
      write(() => ids.forEach((id) => storedElements.delete(id)))
    },
    /** Adds a page after another one, and returns its id. Returns null when the board has too many. */
    addPage(after: string, page: Omit<StoredPage, 'order'>): string | null {
      if (pages.length >= boardPagesMax) return null
      const index = pages.findIndex(({ id }) => id === after)
      const order = orderBetween(pages[index]?.order ?? '', pages[index + 1]?.order ?? null)
      const id = newId()
      write(() => storedPages.set(id, { ...page, order }))
      return id
    },
    changePage(id: string, changed: Partial<Omit<StoredPage, 'order'>>): void {
      const page = pages.find((candidate) => candidate.id === id)
      if (!page) return
      const { id: _id, ...stored } = page
      write(() => storedPages.set(id, { ...stored, ...changed }))
    },
    /** Removes a page and its content. The first page always exists, so it is only cleared. */
    removePage(id: string): void {
      write(() => {
        storedPages.delete(id)
        for (const element of elements.values()) if (element.page === id) storedElements.delete(element.id)
      })
    },
    undo: () => void undoManager.undo(),
    redo: () => void undoManager.redo(),
    canUndo: () => undoManager.canUndo(),
    canRedo: () => undoManager.canRedo(),
    /** Ends the current undo step. Several changes of one movement, such as erasing, are one step. */
    endStep: () => undoManager.stopCapturing(),
    close(): void {
      storedElements.unobserve(onElements)
      storedPages.unobserve(onPages)
      undoManager.destroy()
    },
  }

  function write(change: () => void): void {
    doc.transact(change, ownSteps)
  }

  function update(id: string): ElementChange {
    const before = elements.get(id) ?? null
    const element = storedElements.has(id) ? readElement(id, storedElements.get(id)) : null
    if (element) elements.set(id, element)
    else elements.delete(id)
    highest = Math.max(highest, element?.z ?? 0)
    return { id, element, before }
  }

  function readPages(): BoardPage[] {
    const found = [...storedPages.entries()].map(([id, value]) => readPage(id, value)).filter((page) => page !== null)
    const all = found.some(({ id }) => id === firstPageId) ? found : [firstPage, ...found]
    return all
      .toSorted((left, right) => compare(left.order, right.order) || compare(left.id, right.id))
      .slice(0, boardPagesMax)
  }

  function notifyPages(): void {
    pageListeners.forEach((listener) => listener())
  }
}

/** The elements of a page in the order in which they cover each other. */
export function listPageElements(elements: Iterable<BoardElement>, page: string): BoardElement[] {
  return [...elements].filter((element) => element.page === page).toSorted(compareCover)
}

/** Two people may choose the same number at the same time. */
export function compareCover(left: BoardElement, right: BoardElement): number {
  return left.z - right.z || compare(left.id, right.id)
}

export function newId(): string {
  return crypto.randomUUID().slice(0, 13)
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function toStored(element: NewElement, z: number): StoredElement {
  if (element.kind !== 'stroke') return { ...element, z }
  // The origin is a multiple of the step of the points, so that reading gives the same numbers as writing.
  const origin = { x: Math.round(element.x), y: Math.round(element.y) }
  return { ...element, ...origin, z, points: encodePoints(element.points, origin) }
}
