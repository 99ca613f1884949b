import { expect, test } from 'vitest'
import { pageWindow } from '#app/ui/page-window.ts'

test.each([
  [1, 1, '1'],
  [1, 3, '1 2 3'],
  [1, 12, '1 2 gap 12'],
  [3, 12, '1 2 3 4 gap 12'],
  [4, 12, '1 2 3 4 5 gap 12'],
  [6, 12, '1 gap 5 6 7 gap 12'],
  [10, 12, '1 gap 9 10 11 12'],
  [12, 12, '1 gap 11 12'],
  [9, 3, '1 2 3'],
  [1, 0, ''],
])('on page %i of %i the pages listed are: %s', (page, pageCount, listed) => {
  expect(pageWindow({ page, pageCount }).join(' ')).toBe(listed)
})
