import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isUuid } from '#kernel/ids.ts'

test.each([randomUUID(), '0198C0DE-0000-7000-8000-000000000001'])('%s is a valid id', (text) => {
  expect(isUuid(text)).toBe(true)
})

test.each(['', 'me', `${randomUUID()} `, '-'.repeat(36), undefined, null, 7])('%s is not a valid id', (text) => {
  expect(isUuid(text)).toBe(false)
})
