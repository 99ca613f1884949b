import { expect, test } from 'vitest'
import { Refusal, refusals } from '#kernel/refusals.ts'

test.each(Object.entries(refusals))('%s has an error status and a readable text', (code, { status, text }) => {
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(600)
  expect(text).toMatch(/^[A-Z].*[a-z.]$/)
  expect(new Refusal(code as keyof typeof refusals)).toMatchObject({ code, status, message: text })
})
