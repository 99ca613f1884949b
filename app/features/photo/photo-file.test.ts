import { expect, test } from 'vitest'
import { smallPhoto } from '#app/features/photo/photo-address.ts'
import { photoProblem } from '#app/features/photo/photo-file.ts'

test.each([
  ['image/jpeg', 5_242_880, null],
  ['image/webp', 10, null],
  ['image/png', 5_242_881, 'File size exceeds the 5MB limit.'],
  ['image/gif', 10, 'File type not allowed. Please upload a JPEG, PNG, or WebP image.'],
  ['', 10, 'File type not allowed. Please upload a JPEG, PNG, or WebP image.'],
])('a file of type "%s" with %i bytes: %s', (type, size, problem) => {
  expect(photoProblem({ type, size })).toBe(problem)
})

test.each([
  ['/photos/a/2026-10-03/0a1b2c3d.webp', '/photos/a/2026-10-03/0a1b2c3d-small.webp'],
  ['/portraits/asha.webp', '/portraits/asha.webp'],
  [null, null],
])('the small form of %s is %s', (url, small) => {
  expect(smallPhoto(url)).toBe(small)
})
