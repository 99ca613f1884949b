import { expect, test } from 'vitest'
import { inTime } from '#kernel/in-time.ts'

test('what answers is known; what fails or takes too long is not, and a failure is told', async () => {
  const failures: unknown[] = []
  const within = (ms: number) => ({ ms, onFailure: (error: unknown) => void failures.push(error) })
  expect(await inTime(Promise.resolve(0), within(1_000))).toBe(0)
  const away = new Error('away')
  expect(await inTime(Promise.reject(away), within(1_000))).toBeNull()
  expect(await inTime(new Promise(() => undefined), within(5))).toBeNull()
  expect(failures).toEqual([away])
})
