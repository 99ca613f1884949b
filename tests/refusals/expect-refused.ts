import { expect } from 'vitest'
import type { RefusalCode } from '#kernel/refusals.ts'

/** Expects the JSON answer of a refused request. */
export async function expectRefused(answer: Response, status: number, code: RefusalCode): Promise<void> {
  expect([answer.status, await answer.json()]).toMatchObject([status, { refusal: { code } }])
}
