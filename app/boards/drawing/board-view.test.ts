import { expect, test } from 'vitest'
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { createBoardModel, firstPageId } from '#app/boards/document/board-model.ts'
import { createBoardView } from '#app/boards/drawing/board-view.ts'
import { toScreen } from '#app/boards/drawing/geometry.ts'

/** Opens two pages. `sync` sends document and presence in both directions. */
function openTwo() {
  const open = () => {
    const doc = new Y.Doc()
    const presence = new Awareness(doc)
    const model = createBoardModel(doc)
    const view = createBoardView({ model, presence, theme: 'dark' })
    view.resize({ width: 400, height: 600 })
    return { doc, presence, model, view }
  }
  const [asha, ravi] = [open(), open()]
  const send = (from: typeof asha, to: typeof asha) => {
    Y.applyUpdate(to.doc, Y.encodeStateAsUpdate(from.doc))
    applyAwarenessUpdate(to.presence, encodeAwarenessUpdate(from.presence, [from.doc.clientID]), 'channel')
  }
  return {
    asha,
    ravi,
    send,
    close: () => [asha, ravi].forEach(({ presence }) => presence.destroy()),
  }
}

test('a person who follows sees the same part of the same page, until that person moves the view', () => {
  const { asha, ravi, send, close } = openTwo()
  const second = asha.model.addPage(firstPageId, { paper: 'grid' }) as string
  asha.view.lead(true)
  asha.view.showPage(second)
  asha.view.pan({ x: -1_000, y: 0 })
  send(asha, ravi)
  expect(ravi.view.state()).toMatchObject({ isFollowing: true, page: second })
  expect(ravi.view.viewport()).toMatchObject({ x: 1_000, zoom: 1 })
  ravi.view.pan({ x: 50, y: 0 })
  expect(ravi.view.state().isFollowing).toBe(false)
  asha.view.pan({ x: -500, y: 0 })
  send(asha, ravi)
  expect(ravi.view.viewport().x).toBe(950)
  // The next "Follow me" is followed again.
  asha.view.lead(false)
  send(asha, ravi)
  asha.view.lead(true)
  send(asha, ravi)
  expect(ravi.view.state().isFollowing).toBe(true)
  close()
})

test('only one person leads: the last one to press "Follow me"', () => {
  const { asha, ravi, send, close } = openTwo()
  asha.view.lead(true)
  send(asha, ravi)
  ravi.view.lead(true)
  send(ravi, asha)
  expect(asha.view.state()).toMatchObject({ isLeading: false, isFollowing: true })
  send(asha, ravi)
  expect(ravi.view.state()).toMatchObject({ isLeading: true, isFollowing: false })
  close()
})

test('a page that arrives after "Follow me" is shown when it arrives, and invalid values show nothing', () => {
  const { asha, ravi, send, close } = openTwo()
  const page = asha.model.addPage(firstPageId, { paper: 'plain' }) as string
  asha.view.showPage(page)
  asha.view.lead(true)
  applyAwarenessUpdate(ravi.presence, encodeAwarenessUpdate(asha.presence, [asha.doc.clientID]), 'channel')
  expect(ravi.view.currentPage().id).toBe(firstPageId)
  send(asha, ravi)
  expect(ravi.view.currentPage().id).toBe(page)
  asha.presence.setLocalState({ lead: { page, x: Infinity }, cursor: 'here' })
  expect(() => send(asha, ravi)).not.toThrow()
  expect(ravi.view.otherCursors()).toEqual([])
  close()
})

test('a page that the other person removes is no longer shown', () => {
  const { asha, ravi, send, close } = openTwo()
  const page = asha.model.addPage(firstPageId, { paper: 'plain' }) as string
  send(asha, ravi)
  ravi.view.showPage(page)
  asha.model.removePage(page)
  send(asha, ravi)
  expect(ravi.view.currentPage().id).toBe(firstPageId)
  ravi.view.cursor({ x: 5, y: 6 })
  send(ravi, asha)
  asha.view.showPage(firstPageId)
  expect(asha.view.otherCursors()).toEqual([{ page: firstPageId, x: 5, y: 6 }])
  close()
})

test('a board first shows the whole content of its page, and each page keeps its scroll position', () => {
  const doc = new Y.Doc()
  const presence = new Awareness(doc)
  const model = createBoardModel(doc)
  model.add({ kind: 'text', page: firstPageId, x: 50, y: 4_000, text: 'Far below', colour: 'ink', size: 24 })
  const view = createBoardView({ model, presence, theme: 'dark' })
  // The area is not laid out yet.
  view.resize({ width: 0, height: 0 })
  view.resize({ width: 400, height: 600 })
  expect(toScreen(view.viewport(), { x: 50, y: 4_000 }).y).toBeGreaterThan(0)
  expect(toScreen(view.viewport(), { x: 50, y: 4_000 }).y).toBeLessThan(600)
  view.pan({ x: 0, y: 70 })
  const place = view.viewport()
  view.resize({ width: 500, height: 600 })
  expect(view.viewport()).toEqual(place)
  const second = model.addPage(firstPageId, { paper: 'grid' }) as string
  view.showPage(second)
  expect(view.viewport()).toEqual({ x: 0, y: 0, zoom: 1 })
  view.showPage(firstPageId)
  expect(view.viewport()).toEqual(place)
  presence.destroy()
})

test('content that is visible from the start stays where the other person sees it', () => {
  const { ravi, send, asha, close } = openTwo()
  asha.model.add({ kind: 'text', page: firstPageId, x: 50, y: 60, text: 'Here', colour: 'ink', size: 24 })
  send(asha, ravi)
  const view = createBoardView({ model: ravi.model, presence: ravi.presence, theme: 'dark' })
  view.resize({ width: 400, height: 600 })
  expect(view.viewport()).toEqual({ x: 0, y: 0, zoom: 1 })
  close()
})
