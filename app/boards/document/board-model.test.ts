import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { remoteOrigins } from '#app/boards/document/board-channel.ts'
import { createBoardModel, firstPageId, listPageElements, type NewElement } from '#app/boards/document/board-model.ts'
import { readElement, readLiveMessage, readPage, readPresence } from '#app/boards/document/elements.ts'
import { orderBetween } from '#app/boards/document/order.ts'
import { decodePoints, encodePoints, type InkPoint } from '#app/boards/document/points.ts'
import { findWriters } from '#domain/boards/rules.ts'

const stroke = (x: number): NewElement => ({
  kind: 'stroke',
  page: firstPageId,
  x,
  y: 20,
  colour: 'ink',
  size: 3,
  pressure: true,
  points: [
    [x, 20, 0.5],
    [x + 10.25, 24.5, 1],
    [x - 3, 100, 0],
  ],
})
const note = (text: string): NewElement => ({
  kind: 'text',
  page: firstPageId,
  x: 0,
  y: 0,
  colour: 'red',
  size: 24,
  text,
})

/** Opens two pages. `sync` exchanges their changes. */
function openTwo() {
  const [left, right] = [new Y.Doc(), new Y.Doc()]
  const sync = () => {
    Y.applyUpdate(right, Y.encodeStateAsUpdate(left), remoteOrigins.channel)
    Y.applyUpdate(left, Y.encodeStateAsUpdate(right), remoteOrigins.channel)
  }
  return { left, right, sync, asha: createBoardModel(left), ravi: createBoardModel(right) }
}
const texts = (model: ReturnType<typeof createBoardModel>) =>
  listPageElements(model.elements().values(), firstPageId).flatMap((element) =>
    element.kind === 'text' ? [element.text] : [],
  )

test('a drawing is the same on the other page, and the server accepts it', () => {
  const { asha, ravi, left, sync } = openTwo()
  const changes: string[] = []
  ravi.onElements((changed) => changed.forEach(({ id }) => changes.push(id)))
  const id = asha.add(stroke(10))
  sync()
  expect(changes).toEqual([id])
  expect(ravi.get(id)).toEqual(asha.get(id))
  expect(ravi.get(id)).toMatchObject({
    ...stroke(10),
    points: [
      [10, 20, expect.closeTo(0.5, 1)],
      [20.25, 24.5, 1],
      [7, 100, 0],
    ],
  })
  expect(findWriters(Y.encodeStateAsUpdate(left))).toEqual(new Set([left.clientID]))
})

test('undo and redo change only the steps of the person who uses them', () => {
  const { asha, ravi, sync } = openTwo()
  asha.add(note('first'))
  sync()
  ravi.add(note('second'))
  sync()
  asha.endStep()
  asha.add(note('third'))
  expect(texts(asha)).toEqual(['first', 'second', 'third'])
  asha.undo()
  expect(texts(asha)).toEqual(['first', 'second'])
  asha.undo()
  expect(texts(asha)).toEqual(['second'])
  expect(asha.canUndo()).toBe(false)
  asha.redo()
  sync()
  expect(texts(ravi)).toEqual(['first', 'second'])
})

test('a step that removed an element of the other person can be undone', () => {
  const { asha, ravi, left, sync } = openTwo()
  const id = asha.add(note('kept'))
  sync()
  ravi.remove([id])
  ravi.undo()
  sync()
  expect(texts(asha)).toEqual(['kept'])
  expect(findWriters(Y.encodeStateAsUpdate(left))?.size).toBe(2)
})

test('several changes are one step until the step ends', () => {
  const { asha } = openTwo()
  asha.add(note('a'))
  asha.add(note('b'))
  asha.undo()
  expect(texts(asha)).toEqual([])
})

test('pages keep their order when both insert after the same page', () => {
  const { asha, ravi, sync } = openTwo()
  const last = asha.addPage(firstPageId, { paper: 'grid' })
  sync()
  const one = asha.addPage(firstPageId, { paper: 'ruled', title: 'homework.pdf, page 1' })
  const two = ravi.addPage(firstPageId, { paper: 'plain' })
  sync()
  const ids = asha.pages().map(({ id }) => id)
  expect(ids).toEqual(ravi.pages().map(({ id }) => id))
  expect(ids).toHaveLength(4)
  expect([ids[0], ids[3]]).toEqual([firstPageId, last])
  expect(new Set(ids)).toEqual(new Set([firstPageId, one, two, last]))
})

test('removing a page removes its content, and the first page stays', () => {
  const { asha } = openTwo()
  const page = asha.addPage(firstPageId, { paper: 'grid' }) as string
  asha.add({ ...note('on the second page'), page })
  asha.add(note('on the first'))
  asha.removePage(page)
  asha.removePage(firstPageId)
  expect(asha.elements().size).toBe(0)
  expect(asha.pages()).toEqual([{ id: firstPageId, order: 'a', paper: 'plain' }])
})

test('values that no page of ours wrote are ignored, and what is valid still appears', () => {
  const { asha, left, right, sync } = openTwo()
  const odd = right.getMap('elements')
  const valid = { kind: 'text', page: 'first', z: 1, x: 0, y: 0, colour: 'red', size: 20, text: 'still here' }
  const oddValues: unknown[] = [
    null,
    1,
    'text',
    [],
    {},
    new Y.Map(),
    new Y.Text('x'),
    { ...valid, kind: 'script' },
    { ...valid, x: Infinity },
    { ...valid, x: Number.NaN },
    { ...valid, colour: 'url(https://elsewhere.example)' },
    { ...valid, text: 'x'.repeat(5_000) },
    { ...valid, kind: 'stroke', points: '!!', pressure: true },
    { ...valid, kind: 'stroke', points: 'AAAA'.repeat(9_000), pressure: true },
    { ...valid, kind: 'picture', picture: '../../etc', width: 1, height: 1 },
    { ...valid, kind: 'shape', shape: 'rectangle', width: -1, height: 1e9 },
  ]
  oddValues.forEach((value, index) => odd.set(`odd-${index}`, value))
  odd.set('<img>', valid)
  odd.set('valid', valid)
  right.getMap('pages').set('odd', { order: '<', paper: 'gold' })
  right.getMap('pages').set('huge', new Y.Array())
  expect(() => sync()).not.toThrow()
  expect([...asha.elements().keys()]).toEqual(['valid'])
  expect(asha.pages()).toHaveLength(1)
  expect(left.getMap('elements').size).toBe(oddValues.length + 2)
})

test('reading never throws, whatever the value', () => {
  fc.assert(
    fc.property(fc.string(), fc.anything(), (id, value) => {
      expect([readElement(id, value), readPage(id, value), readLiveMessage(id)]).toEqual([null, null, null])
      expect(Object.keys(readPresence(value)).length).toBeLessThanOrEqual(2)
      decodePoints(id, { x: 0, y: 0 }, 10)
    }),
  )
})

test('points survive encoding to a quarter of a unit, in about four bytes each', () => {
  const point = fc.tuple(
    fc.integer({ min: -40_000, max: 40_000 }).map((steps) => steps / 4),
    fc.integer({ min: -40_000, max: 40_000 }).map((steps) => steps / 4),
    fc.integer({ min: 0, max: 63 }).map((steps) => steps / 63),
  )
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 50 }), (points) => {
      expect(decodePoints(encodePoints(points, { x: 7, y: -3 }), { x: 7, y: -3 }, 50)).toEqual(points)
    }),
  )
  const curve: InkPoint[] = Array.from({ length: 300 }, (_, index) => [index * 3, Math.sin(index / 9) * 50, 0.5])
  expect(encodePoints(curve, { x: 0, y: 0 }).length / curve.length).toBeLessThan(4.2)
  expect(decodePoints(encodePoints(curve, { x: 0, y: 0 }), { x: 0, y: 0 }, 299)).toBeNull()
})

test('an order is always found between two others', () => {
  let orders = ['a']
  fc.assert(
    fc.property(fc.nat({ max: 200 }), (number) => {
      const index = number % (orders.length + 1)
      const added = orderBetween(orders[index - 1] ?? '', orders[index] ?? null)
      orders = orders.toSpliced(index, 0, added)
      expect(orders).toEqual(orders.toSorted())
      expect(new Set(orders).size).toBe(orders.length)
      expect(added).toMatch(/^[0-9a-z]*[1-9a-z]$/)
    }),
    { numRuns: 300 },
  )
})
