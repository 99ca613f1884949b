import { expect, test } from 'vitest'
import { pictureSizes } from '#app/ui/picture-sizes.ts'

test.each([
  [
    '/photos/a/2026-10-03/0a1b2c3d.webp',
    '/photos/a/2026-10-03/0a1b2c3d-small.webp 128w, /photos/a/2026-10-03/0a1b2c3d.webp 512w',
  ],
  ['/photos/a/b.webp?v=12', '/photos/a/b-small.webp?v=12 128w, /photos/a/b.webp?v=12 512w'],
  ['/portraits/asha.webp', undefined],
  ['data:image/webp;base64,AAAA', undefined],
])('the sizes of %s are %s', (url, sizes) => {
  expect(pictureSizes(url)).toBe(sizes)
})
