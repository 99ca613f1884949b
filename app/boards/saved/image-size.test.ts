import { expect, test } from 'vitest'
import { imageSize } from '#app/boards/saved/image-size.ts'

test('a page of ordinary size has two pixels for each unit', () => {
  expect(imageSize({ width: 900, height: 700 })).toEqual({ scale: 2, width: 1_800, height: 1_400 })
})

test.each([
  { width: 500_000, height: 500_000 },
  { width: 500_000, height: 1 },
  { width: 3, height: 90_000 },
  { width: 4_000, height: 4_000 },
])('a page of $width by $height gets a picture that phones can hold', (box) => {
  const { scale, width, height } = imageSize(box)
  expect(Math.max(width, height)).toBeLessThanOrEqual(4_096)
  expect(width * height).toBeLessThanOrEqual(10_100_000)
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
  expect(scale).toBeGreaterThan(0)
  expect(scale).toBeLessThanOrEqual(2)
})
