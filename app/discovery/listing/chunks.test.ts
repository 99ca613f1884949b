import { expect, test } from 'vitest'
import { addExperts } from '#app/discovery/listing/chunks.ts'
import type { ExpertCard } from '#domain/discovery/contract.ts'
import type { ExpertId } from '#kernel/ids.ts'

const expert = (id: number) => ({ id: String(id) as ExpertId }) as ExpertCard
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => expert(from + at))
const ids = (chunks: ReturnType<typeof addExperts>) => chunks.map((chunk) => chunk.map(({ id }) => Number(id)))

test('pages of twenty become chunks of twenty, and existing chunks keep their identity', () => {
  const first = addExperts([], range(1, 20))
  const second = addExperts(first, range(21, 40))
  expect(second.map((chunk) => chunk.length)).toEqual([20, 20])
  expect(second[0]).toBe(first[0])
  expect(addExperts(second, range(41, 45)).map((chunk) => chunk.length)).toEqual([20, 20, 5])
})

test('duplicates are skipped, and the following experts fill the chunk', () => {
  const first = addExperts([], range(1, 20))
  const second = addExperts(first, range(18, 37))
  expect(ids(second)[1]).toEqual(range(21, 37).map(({ id }) => Number(id)))
  const third = addExperts(second, range(38, 57))
  expect(third.map((chunk) => chunk.length)).toEqual([20, 20, 17])
  expect(new Set(third.flat().map(({ id }) => id)).size).toBe(57)
})

test('only duplicates change nothing, and an empty list makes no chunk', () => {
  const first = addExperts([], range(1, 20))
  expect(addExperts(first, range(1, 20))).toEqual(first)
  expect(addExperts([], [])).toEqual([])
})
