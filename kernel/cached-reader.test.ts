import { beforeEach, expect, test } from 'vitest'
import { cachedReader } from '#kernel/cached-reader.ts'

let nowMs: number
let reads: PromiseWithResolvers<string>[]
let errors: unknown[]
let get: () => Promise<string>

beforeEach(() => {
  nowMs = 1_000_000
  reads = []
  errors = []
  get = cachedReader({
    read() {
      const read = Promise.withResolvers<string>()
      reads.push(read)
      return read.promise
    },
    maxAgeMs: 30_000,
    clock: { now: () => new Date(nowMs) },
    onError: (error) => errors.push(error),
  })
})

async function makeFresh(value: string): Promise<void> {
  const first = get()
  reads.at(-1)?.resolve(value)
  await first
}

test('concurrent first callers share one read', async () => {
  const all = [get(), get(), get()]
  reads[0]?.resolve('a')
  expect(await Promise.all(all)).toEqual(['a', 'a', 'a'])
  expect(reads).toHaveLength(1)
})

test('a fresh value is returned without a read', async () => {
  await makeFresh('a')
  nowMs += 14_999
  expect(await get()).toBe('a')
  expect(reads).toHaveLength(1)
})

test('from half of the maximum age on, a value is returned immediately while one refresh runs', async () => {
  await makeFresh('a')
  nowMs += 15_000
  expect(await Promise.all([get(), get()])).toEqual(['a', 'a'])
  expect(reads).toHaveLength(2)
  reads[1]?.resolve('b')
  await reads[1]?.promise
  expect(await get()).toBe('b')
})

test('a value that is too old is never returned', async () => {
  await makeFresh('a')
  nowMs += 30_000
  const waiting = get()
  reads[1]?.resolve('b')
  expect(await waiting).toBe('b')
})

test('a failed background refresh is reported once, and the next call retries', async () => {
  await makeFresh('a')
  nowMs += 20_000
  await Promise.all([get(), get()])
  const failure = new Error('no database')
  reads[1]?.reject(failure)
  await expect.poll(() => errors).toEqual([failure])
  expect(await get()).toBe('a')
  expect(reads).toHaveLength(3)
})

test('without a valid value, a failure reaches the caller and is not cached', async () => {
  const first = get()
  reads[0]?.reject(new Error('no database'))
  await expect(first).rejects.toThrow('no database')
  await makeFresh('a')
  expect(await get()).toBe('a')
  expect(errors).toEqual([])
})

test('the age counts from the beginning of a slow read', async () => {
  const slow = get()
  nowMs += 29_000
  reads[0]?.resolve('a')
  await slow
  nowMs += 1_000
  void get()
  expect(reads).toHaveLength(2)
})
