import { expect, test } from 'vitest'
import { withTimeout } from '#kernel/with-timeout.ts'

test('returns the result, or null after a failure or a timeout, and reports the failure', async () => {
  const failures: unknown[] = []
  const within = (ms: number) => ({ ms, onFailure: (error: unknown) => void failures.push(error) })
  expect(await withTimeout(Promise.resolve(0), within(1_000))).toBe(0)
  const away = new Error('away')
  expect(await withTimeout(Promise.reject(away), within(1_000))).toBeNull()
  expect(await withTimeout(new Promise(() => undefined), within(5))).toBeNull()
  expect(failures).toEqual([away])
})
