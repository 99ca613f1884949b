import { expect, test, vi } from 'vitest'
import { createLineWatch } from '#app/call/engine/line-watch.ts'

function openLine() {
  const line = { bytesReceived: 0 }
  const onFirstMedia = vi.fn<() => void>()
  const getStats = async () => new Map([['pair', { id: 'pair', type: 'candidate-pair', ...line }]])
  const connection = { id: 'one', peer: { getStats } }
  const watch = createLineWatch({
    side: 'student',
    connection: () => connection as never,
    wantedPicture: () => null,
    onFirstMedia,
    onRated: () => undefined,
  })
  return { line, onFirstMedia, watch }
}

test('the first media is reported once, also when two checks overlap', async () => {
  const { line, onFirstMedia, watch } = openLine()
  await watch.checkStart()
  expect(onFirstMedia).not.toHaveBeenCalled()
  line.bytesReceived = 100
  await Promise.all([watch.checkStart(), watch.checkStart()])
  line.bytesReceived = 200
  await watch.checkStart()
  expect(onFirstMedia).toHaveBeenCalledOnce()
})

test('media that a heartbeat has read first is reported, too', async () => {
  const { line, onFirstMedia, watch } = openLine()
  line.bytesReceived = 100
  await watch.readTraffic()
  await watch.checkStart()
  expect(onFirstMedia).toHaveBeenCalledOnce()
})
