import type { NewRequest } from '#domain/requests/contract.ts'
import type { Expert } from '#tests/e2e/calls/callers.ts'
import type { DatabaseAccess } from '#tests/e2e/database.ts'
import { expect, type Page } from '#tests/e2e/test.ts'
import { newRequestToAnyone } from '#tests/requests.ts'

/** Posts the request as the dialog does, and reloads the page, which continues to show its own request. */
export async function startRequest(page: Page, changes: Partial<NewRequest> = {}): Promise<string> {
  const body = newRequestToAnyone({ callType: 'audio', question: 'Please explain bookbinding', ...changes })
  const answer = await page.evaluate(async (request) => {
    sessionStorage.setItem('samjhao:find', request.id)
    const response = await fetch('/find-request', { method: 'POST', body: JSON.stringify(request) })
    return response.text()
  }, body)
  expect(JSON.parse(answer)).toEqual({ requestId: body.id })
  await page.reload()
  return body.id
}

/** Gives the expert a subject, so that only questions about it reach them. */
export async function setSubject(
  { query }: DatabaseAccess,
  { expertId }: Pick<Expert, 'expertId'>,
  subject: string,
): Promise<void> {
  await query('update experts set key_subjects = $1 where id = $2', [[subject], expertId])
}
