import { expect, test } from 'vitest'
import { addExperts } from '#app/discovery/listing/chunks.ts'
import type { ExpertCard } from '#domain/discovery/contract.ts'
import type { ExpertId } from '#kernel/ids.ts'

const expert = (id: number) => ({ id: String(id) as ExpertId }) as ExpertCard
const makeExperts = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => expert(from + index))
const listIds = (chunks: ReturnType<typeof addExperts>) => chunks.map((chunk) => chunk.map(({ id }) => Number(id)))

test('pages of twenty become chunks of twenty, and existing chunks keep their identity', () => {
  const first = addExperts([], makeExperts(1, 20))
  const second = addExperts(first, makeExperts(21, 40))
  expect(second.map((chunk) => chunk.length)).toEqual([20, 20])
  expect(second[0]).toBe(first[0])
  expect(addExperts(second, makeExperts(41, 45)).map((chunk) => chunk.length)).toEqual([20, 20, 5])
})

test('duplicates are skipped, and the following experts fill the chunk', () => {
  const first = addExperts([], makeExperts(1, 20))
  const second = addExperts(first, makeExperts(18, 37))
  expect(listIds(second)[1]).toEqual(makeExperts(21, 37).map(({ id }) => Number(id)))
  const third = addExperts(second, makeExperts(38, 57))
  expect(third.map((chunk) => chunk.length)).toEqual([20, 20, 17])
  expect(new Set(third.flat().map(({ id }) => id)).size).toBe(57)
})

test('a page with only duplicates changes nothing, and an empty page adds no chunk', () => {
  const first = addExperts([], makeExperts(1, 20))
  expect(addExperts(first, makeExperts(1, 20))).toEqual(first)
  expect(addExperts([], [])).toEqual([])
})
