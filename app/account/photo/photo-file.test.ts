import { expect, test } from 'vitest'
import { photoProblem } from '#app/account/photo/photo-file.ts'

test.each([
  ['image/jpeg', 5_242_880, null],
  ['image/webp', 10, null],
  ['image/png', 5_242_881, 'File size exceeds the 5MB limit.'],
  ['image/gif', 10, 'File type not allowed. Please upload a JPEG, PNG, or WebP image.'],
  ['', 10, 'File type not allowed. Please upload a JPEG, PNG, or WebP image.'],
])('a file of type "%s" with %i bytes: %s', (type, size, problem) => {
  expect(photoProblem({ type, size })).toBe(problem)
})
