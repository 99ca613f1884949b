import { expect, test } from 'vitest'
import { type LiveDrawing, receiveDrawings, sendDrawing } from '#app/boards/document/live-drawings.ts'

/** Two directly connected pages: each message arrives immediately. */
function openLine() {
  const listeners = new Set<(message: string) => void>()
  const line = { isFree: true, sent: [] as string[] }
  const live = {
    isFree: () => line.isFree,
    send(message: string) {
      line.sent.push(message)
      listeners.forEach((listener) => listener(message))
    },
    listen(listener: (message: string) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return { line, live, received: receiveDrawings(live, () => undefined) }
}

const begin = (kind: LiveDrawing['kind'] = 'pen'): LiveDrawing => ({
  id: 'a-stroke',
  page: 'first',
  kind,
  colour: 'blue',
  size: 4,
  pressure: false,
  points: [[100.1, 50, 0.5]],
  changedAtMs: 0,
  isFinished: false,
})

test('a growing stroke is the same on the other page, and each point is sent once', () => {
  const { line, live, received } = openLine()
  const drawing = begin()
  const sending = sendDrawing(live, drawing)
  for (let step = 1; step <= 100; step += 1) {
    drawing.points.push([100.1 + step * 1.3, 50 + Math.sin(step / 5) * 20, 0.5])
    sending.update()
  }
  const [copy] = received.list()
  expect(copy?.points).toHaveLength(101)
  for (const [index, [x, y]] of drawing.points.entries()) {
    expect(Math.hypot((copy?.points[index]?.[0] ?? 0) - x, (copy?.points[index]?.[1] ?? 0) - y)).toBeLessThan(0.4)
  }
  expect(Math.max(...line.sent.slice(1).map(({ length }) => length))).toBeLessThan(60)
})

test('waiting points are sent when the channel is free, even while the pen does not move', async () => {
  const { line, live, received } = openLine()
  const drawing = begin()
  const sending = sendDrawing(live, drawing)
  line.isFree = false
  drawing.points.push([120, 60, 0.5])
  sending.update()
  line.isFree = true
  await expect.poll(() => [...received.list()][0]?.points.length).toBe(2)
  const sent = line.sent.length
  sending.end()
  expect(line.sent).toHaveLength(sent + 1)
})

test('points wait while the channel is busy, and are sent together afterwards', () => {
  const { line, live, received } = openLine()
  const drawing = begin()
  const sending = sendDrawing(live, drawing)
  line.isFree = false
  for (let step = 1; step <= 10; step += 1) {
    drawing.points.push([step, step, 0.5])
    sending.update()
  }
  expect(line.sent).toHaveLength(1)
  line.isFree = true
  sending.update()
  expect(line.sent).toHaveLength(2)
  expect([...received.list()][0]?.points).toHaveLength(11)
})

test('a shape sends only its end', () => {
  const { line, live, received } = openLine()
  const drawing = begin('rectangle')
  const sending = sendDrawing(live, drawing)
  drawing.points = [drawing.points[0] as LiveDrawing['points'][number], [300, 200, 0.5]]
  sending.update()
  sending.end()
  expect(line.sent[1]).toBe('{"type":"to","id":"a-stroke","x":300,"y":200}')
  const [copy] = received.list()
  expect(copy).toMatchObject({ kind: 'rectangle', isFinished: true })
  expect(copy?.points.at(-1)?.slice(0, 2)).toEqual([300, 200])
})

test('messages that our pages would not send change nothing, and drawings are limited in number and length', () => {
  const { live, received } = openLine()
  sendDrawing(live, begin())
  const points = () => [...received.list()].map((drawing) => drawing.points.length)
  for (const message of [
    '',
    '{',
    '{}',
    '{"type":"more","id":"a-stroke","points":"!"}',
    '{"type":"to","id":"other","x":1,"y":1}',
  ])
    live.send(message)
  expect(points()).toEqual([1])
  const zeros = 'AAAA'.repeat(1_000)
  for (let count = 0; count < 5; count += 1) live.send(JSON.stringify({ type: 'more', id: 'a-stroke', points: zeros }))
  expect(points()).toEqual([1_001])
  for (let number = 0; number < 50; number += 1) sendDrawing(live, { ...begin(), id: `drawing-${number}` }).end()
  expect(points()).toHaveLength(8)
})

test('a drawing that was cancelled, or whose end was lost, disappears', () => {
  const { line, live, received } = openLine()
  const ids = () => [...received.list()].map(({ id }) => id)
  sendDrawing(live, { ...begin(), id: 'pinch' }).cancel()
  expect(ids()).toEqual([])
  // Pages of an earlier version end a cancelled drawing.
  expect(line.sent).toContain('{"type":"end","id":"pinch"}')
  sendDrawing(live, { ...begin('laser'), id: 'trace' }).end()
  sendDrawing(live, { ...begin(), id: 'lost' })
  sendDrawing(live, { ...begin(), id: 'next' })
  expect(ids()).toEqual(['trace', 'next'])
  received.clear()
  expect(ids()).toEqual([])
})
