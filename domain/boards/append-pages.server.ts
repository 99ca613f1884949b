import { createHash } from 'node:crypto'
import * as Y from 'yjs'
import { boardPagesMax } from '#kernel/limits.ts'

export type AppendedPages = {
  data: Uint8Array
  parts: number
  /** The Yjs client number that has written the change. */
  writer: number
  /** The first page that was added, or the existing page if nothing was missing. */
  page: string
}

/** The names in `app/boards/document/elements.ts`, `board-model.ts` and `app/boards/code/shared-code.ts`. */
const firstPageId = 'first'
const firstPage = { order: 'a', paper: 'plain' }
type Page = { order: string; [field: string]: unknown }
type Element = { page: string; [field: string]: unknown }

/**
 * Adds the pages of a prepared board after the pages of another board, and its code below the existing code. An empty
 * first page is replaced. Ids are derived from those of the source. So a second call adds only the missing pages and
 * elements, including those deleted from the target, and changes no existing ones. Modifies `target`. Returns 'empty'
 * if the source has no content.
 */
export function appendPages(source: Y.Doc, target: Y.Doc, from: string): AppendedPages | 'empty' | 'too many pages' {
  const [sourcePages, sourceElements] = [listPages(source), listElements(source)]
  const code = source.getText('code').toJSON()
  if (sourceElements.length === 0 && sourcePages.length === 1 && code.trim() === '') return 'empty'
  const newId = (id: string) => createHash('sha256').update(`${from} ${id}`).digest('base64url').slice(0, 13)
  const [targetPages, targetElements] = [listPages(target), listElements(target)]
  const [pageMap, elementMap] = [target.getMap('pages'), target.getMap('elements')]
  const isOn = (page: string) => (element: Element) => element.page === page
  const idsOnFirst = new Set(
    sourceElements.filter(([, element]) => isOn(firstPageId)(element)).map(([id]) => newId(id)),
  )
  // The first page of both boards stays the same page while it contains an element of the source. If all of them were
  // deleted, the first page of the source is added as a separate page.
  const isTargetEmpty = targetElements.length === 0 && targetPages.length === 1
  const isFirstShared =
    isTargetEmpty || targetElements.some(([id, element]) => isOn(firstPageId)(element) && idsOnFirst.has(id))

  // An empty first page, for example before the pages of a PDF, is not copied.
  const used = sourcePages.filter(([id]) => isFirstShared || id !== firstPageId || idsOnFirst.size > 0)
  const newPageIds = new Map(used.map(([id]) => [id, id === firstPageId && isFirstShared ? firstPageId : newId(id)]))
  const missing = used.filter(([id]) => !pageMap.has(newPageIds.get(id) ?? '') && newPageIds.get(id) !== firstPageId)
  if (targetPages.length + missing.length > boardPagesMax) return 'too many pages'

  let data = new Uint8Array()
  target.once('update', (change: Uint8Array) => {
    data = new Uint8Array(change)
  })
  target.transact(() => {
    let order = targetPages.at(-1)?.[1].order ?? firstPage.order
    for (const [id, page] of missing) {
      order = nextOrder(order)
      pageMap.set(newPageIds.get(id) ?? '', { ...page, order })
    }
    const ownFirst = sourcePages.find(([id]) => id === firstPageId)?.[1]
    if (isTargetEmpty && ownFirst && source.getMap('pages').has(firstPageId)) {
      pageMap.set(firstPageId, { ...ownFirst, order: targetPages[0]?.[1].order ?? firstPage.order })
    }
    for (const [id, element] of sourceElements) {
      const page = newPageIds.get(element.page)
      if (page !== undefined && !elementMap.has(newId(id))) elementMap.set(newId(id), { ...element, page })
    }
    appendCode(source, target, code)
  })
  const withContent = used.find(([id]) => id !== firstPageId || idsOnFirst.size > 0) ?? used[0]
  const parts = data.length === 0 ? 0 : Y.decodeUpdate(data).structs.length
  return { data, parts, writer: target.clientID, page: newPageIds.get(withContent?.[0] ?? '') ?? firstPageId }
}

/** If the code was changed on either board since it was added, all of it is added once more. */
function appendCode(source: Y.Doc, target: Y.Doc, code: string): void {
  const text = target.getText('code')
  const existing = text.toJSON()
  if (code.trim() === '' || existing.includes(code)) return
  text.insert(text.length, existing.trim() === '' ? code : `\n\n${code}`)
  const [from, to] = [source.getMap('code-settings'), target.getMap('code-settings')]
  if (from.has('language') && !to.has('language')) to.set('language', from.get('language'))
}

/** Lists the pages in their order. The first page exists even without a stored value. */
function listPages(doc: Y.Doc): [id: string, page: Page][] {
  const stored = Object.entries<unknown>(doc.getMap('pages').toJSON()).filter((entry): entry is [string, Page] => {
    const page = entry[1] as Partial<Page> | null
    return typeof page?.order === 'string' && /^[0-9a-z]{1,200}$/.test(page.order)
  })
  const all = stored.some(([id]) => id === firstPageId)
    ? stored
    : [[firstPageId, firstPage] as [string, Page], ...stored]
  return all.toSorted(([id, page], [otherId, other]) => compare(page.order, other.order) || compare(id, otherId))
}

function listElements(doc: Y.Doc): [id: string, element: Element][] {
  return Object.entries<unknown>(doc.getMap('elements').toJSON()).filter(
    (entry): entry is [string, Element] => typeof (entry[1] as Partial<Element> | null)?.page === 'string',
  )
}

/** The next text in the order, as short as possible: 'a', 'b', … 'z', 'zi'. Its last digit is never zero. */
function nextOrder(order: string): string {
  const digits = '0123456789abcdefghijklmnopqrstuvwxyz'
  const index = [...order].findIndex((digit) => digit !== 'z')
  return index === -1 ? `${order}i` : order.slice(0, index) + digits.charAt(digits.indexOf(order.charAt(index)) + 1)
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
