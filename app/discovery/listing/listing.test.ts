import { expect, test } from 'vitest'
import { type Listing, catchProblem } from '#app/discovery/listing/listing.ts'

const { signal } = new AbortController()

test('catchProblem distinguishes network failures from server errors', async () => {
  expect(await catchProblem(Promise.reject(new TypeError('Failed to fetch')), signal)).toEqual({
    problem: 'network',
  })
  expect(await catchProblem(Promise.reject(new Error('500')), signal)).toEqual({ problem: 'server' })
  const listing: Listing = { problem: 'server' }
  expect(await catchProblem(Promise.resolve(listing), signal)).toBe(listing)
})

test('catchProblem rethrows redirects and aborted requests', async () => {
  const redirect = new Response(null, { status: 302 })
  await expect(catchProblem(Promise.reject(redirect), signal)).rejects.toBe(redirect)
  const aborted = new AbortController()
  aborted.abort()
  await expect(catchProblem(Promise.reject(new TypeError('aborted')), aborted.signal)).rejects.toThrow('aborted')
})
