import { expect, test } from 'vitest'
import type { Attack } from '#tests/attack/attack.ts'
import { runWithin } from '#tests/attack/run-within.ts'
import type { Product } from '#tests/product.ts'

const product = {} as Product
const outcome = { requests: 3, findings: [] }
const never = new Promise<never>(() => undefined)

function runUntil(stop: AbortSignal, run: Attack['run']) {
  return runWithin({ run }, product, stop, { waitMs: 10 })
}

test('a part that ends has its own outcome', async () => {
  const stopping = new AbortController()
  expect(await runUntil(stopping.signal, async () => outcome)).toEqual(outcome)
})

test('a part that stops at its limit has its own outcome', async () => {
  const stopping = new AbortController()
  const running = runUntil(stopping.signal, async (_, stop) => {
    await new Promise((resolve) => stop.addEventListener('abort', resolve))
    return outcome
  })
  stopping.abort()
  expect(await running).toEqual(outcome)
})

test('a part that does not stop is abandoned, which is a finding', async () => {
  const stopping = new AbortController()
  const running = runUntil(stopping.signal, () => never)
  stopping.abort()
  expect(await running).toEqual({ requests: 0, findings: ['it did not stop at its limit'], isLeftBehind: true })
  expect(await runUntil(stopping.signal, () => never)).toMatchObject({ isLeftBehind: true })
})

test('a part that fails is a finding', async () => {
  const stopping = new AbortController()
  const failing = () => Promise.reject(new Error('no database'))
  expect((await runUntil(stopping.signal, failing)).findings).toEqual(['it failed: Error: no database'])
})
