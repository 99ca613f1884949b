import { afterEach, beforeEach, expect, vi } from 'vitest'

/** Nothing in the product complains on the console without a reason; a test in which something does has failed. */
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([])
  expect(vi.mocked(console.warn).mock.calls).toEqual([])
})
