import { expect, test } from 'vitest'
import { photoProblem } from '#app/account/photo/photo-file.ts'

test.each([
  ['image/jpeg', 5_242_880],
  ['image/png', 1],
  ['image/webp', 10],
])('a file of type "%s" with %i bytes is accepted', (type, size) => {
  expect(photoProblem({ type, size })).toBeNull()
})

test.each([
  ['image/png', 5_242_881, 'File size exceeds the 5MB limit.'],
  ['image/gif', 10, 'File type not allowed. Please upload a JPEG, PNG, or WebP image.'],
  ['', 10, 'File type not allowed. Please upload a JPEG, PNG, or WebP image.'],
])('a file of type "%s" with %i bytes is refused: %s', (type, size, problem) => {
  expect(photoProblem({ type, size })).toBe(problem)
})
