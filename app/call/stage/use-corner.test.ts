import { expect, test } from 'vitest'
import { nearestCorner, nextCorner } from '#app/call/stage/use-corner.ts'

test('nextCorner returns to the start after four steps', () => {
  expect(nextCorner('bottom right')).toBe('bottom left')
  expect(nextCorner(nextCorner(nextCorner(nextCorner('top left'))))).toBe('top left')
})

test('nearestCorner returns the corner nearest to the window', () => {
  const page = { innerWidth: 390, innerHeight: 844 }
  const small = { width: 240, height: 220 }
  expect(nearestCorner({ left: 138, top: 540, ...small }, page)).toBe('bottom right')
  expect(nearestCorner({ left: 60, top: 300, ...small }, page)).toBe('top left')
  expect(nearestCorner({ left: 90, top: 80, ...small }, page)).toBe('top right')
})
