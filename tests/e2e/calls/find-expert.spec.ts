import { type NewRequest } from '#domain/requests/contract.ts'
import {
  type Caller,
  type Expert,
  expectConnected,
  expectTalkedFor,
  hangUp,
  useCallFixture,
} from '#tests/e2e/calls/callers.ts'
import { expectSound } from '#tests/e2e/calls/counters.ts'
import { startStopwatch } from '#tests/e2e/calls/stopwatch.ts'
import type { SessionId } from '#kernel/ids.ts'
import { expect, openPage, test, toastWith, waitForHydration } from '#tests/e2e/test.ts'
import { newRequestToAnyone } from '#tests/requests.ts'

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture()

/** Posts the request as the dialog does, and reloads the page, which continues to show its own request. */
async function startRequest({ page }: Caller, changes: Partial<NewRequest> = {}): Promise<string> {
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

async function setSubject({ expertId }: Expert, subject: string): Promise<void> {
  const { query } = fixture.databaseAccess()
  await query('update experts set key_subjects = $1 where id = $2', [[subject], expertId])
}

const ringing = ({ page }: Caller) => page.getByRole('alertdialog', { name: /is looking for an expert/ })

test('two experts ring, the first to accept gets the call, and the other is notified', async ({ browser }) => {
  const [ravi, sunita] = [await fixture.addExpert(browser), await fixture.addExpert(browser, 'Sunita Rao')]
  for (const expert of [ravi, sunita]) await setSubject(expert, 'Bookbinding')
  const student = await fixture.addStudent(browser)
  await openPage(student.page, '/how-it-works')
  await waitForHydration(student.page)
  const watch = startStopwatch(student, ravi)
  const requestId = await startRequest(student)
  const search = student.page.getByRole('dialog', { name: 'Finding an expert' })
  await expect(search.getByText('2 experts are being asked')).toBeVisible()
  for (const expert of [ravi, sunita]) {
    await expect(ringing(expert)).toBeVisible()
    await expect(ringing(expert).getByText('1 other expert is also being asked.')).toBeVisible()
  }

  await ravi.page.getByRole('button', { name: 'Accept' }).click()
  await expectConnected(student, ravi)
  await expectSound(student, ravi)
  await expect(toastWith(sunita.page, 'Another expert accepted the question of Asha Verma.')).toBeVisible()
  await expect(ringing(sunita)).toBeHidden()
  await expectTalkedFor(ravi.page.getByRole('timer'), 3)
  await hangUp(student)
  const { rows } = (await fixture
    .databaseAccess()
    .query(`select id from offers where request_id = $1 and state = 'accepted'`, [requestId])) as {
    rows: { id: SessionId }[]
  }
  const id = rows[0]?.id as SessionId
  await fixture.expectBill(id, await watch.stop())
  expect((await fixture.readTimeline(id)).slice(0, 3)).toEqual([
    'asked (student)',
    'rang (expert)',
    'answered (expert)',
  ])
})

test('when the only expert declines, the student can set an alert instead', async ({ browser }) => {
  const ravi = await fixture.addExpert(browser)
  await setSubject(ravi, 'Letterpress')
  const student = await fixture.addStudent(browser)
  await openPage(student.page, '/how-it-works')
  await waitForHydration(student.page)
  await startRequest(student, { question: 'A question about letterpress' })
  await ringing(ravi).getByRole('button', { name: 'Decline' }).click()
  await expect(ringing(ravi)).toBeHidden()
  const end = student.page.getByRole('dialog', { name: 'The expert we asked did not accept' })
  await end.getByRole('button', { name: 'Tell me when an expert is online' }).click()
  await expect(end.getByRole('button', { name: 'Cancel alert' })).toBeVisible()
  await expect
    .poll(() => fixture.databaseAccess().db.selectFrom('request_alerts').selectAll().execute())
    .toHaveLength(1)
  await end.getByRole('button', { name: 'Close' }).click()
  await expect(end).toBeHidden()
})

test('the expert is notified when the student stops the request', async ({ browser }) => {
  const ravi = await fixture.addExpert(browser)
  await setSubject(ravi, 'Marbling')
  const student = await fixture.addStudent(browser)
  await openPage(student.page, '/how-it-works')
  await waitForHydration(student.page)
  await startRequest(student, { question: 'A question about marbling' })
  await expect(ringing(ravi)).toBeVisible()
  await student.page.getByRole('button', { name: 'Stop searching' }).click()
  await expect(student.page.getByRole('dialog')).toBeHidden()
  await expect(toastWith(ravi.page, 'Asha Verma is no longer looking for an expert.')).toBeVisible()
})
