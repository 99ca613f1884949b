import { expect, test } from 'vitest'
import { createDataUse, dataText } from '#app/call/engine/data-use.ts'

const bytes = (count: number) => ({ received: count, sent: count })

test('data per minute is that of the last minute, in both directions', () => {
  const use = createDataUse()
  for (let second = 0; second <= 120; second += 1)
    use.add(bytes(second * (second < 60 ? 10_000 : 1_000)), second * 1_000)
  expect(use.read().total).toEqual(bytes(120_000))
  const late = createDataUse()
  for (let second = 0; second <= 200; second += 1) late.add(bytes(second * 1_000), second * 1_000)
  expect(late.read().perMinute).toBe(120_000)
})

test('a minute is estimated from the first seconds, but not from less than five seconds', () => {
  const use = createDataUse()
  expect(use.read()).toEqual({ total: bytes(0), perMinute: null })
  use.add(bytes(0), 0)
  use.add(bytes(4_000), 4_000)
  expect(use.read().perMinute).toBeNull()
  use.add(bytes(10_000), 10_000)
  expect(use.read().perMinute).toBe(120_000)
})

test.each([
  [0, '0 kB'],
  [823_000, '820 kB'],
  [4_210_000, '4.2 MB'],
  [31_400_000, '31 MB'],
])('%d bytes are %s', (count, text) => expect(dataText(count)).toBe(text))
