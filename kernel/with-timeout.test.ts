import { expect, test } from 'vitest'
import { withTimeout } from '#kernel/with-timeout.ts'

test('returns the result, or null after a failure or a timeout, and reports the failure', async () => {
  const failures: unknown[] = []
  const optionsFor = (ms: number) => ({ ms, onFailure: (error: unknown) => void failures.push(error) })
  expect(await withTimeout(Promise.resolve(0), optionsFor(1_000))).toBe(0)
  const failure = new Error('no answer')
  expect(await withTimeout(Promise.reject(failure), optionsFor(1_000))).toBeNull()
  expect(await withTimeout(new Promise(() => undefined), optionsFor(5))).toBeNull()
  expect(failures).toEqual([failure])
})
