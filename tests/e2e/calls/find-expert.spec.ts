import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { aroundTheClock } from '#tests/bookings.ts'
import { setSubject, startRequest } from '#tests/e2e/calls/ask-anyone.ts'
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

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture()

const giveSubject = (expert: Expert, subject: string) => setSubject(fixture.databaseAccess(), expert, subject)
const ringing = ({ page }: Caller) => page.getByRole('alertdialog', { name: /is looking for an expert/ })

test('two experts ring, the first to accept gets the call, and the other is notified', async ({ browser }) => {
  const [ravi, sunita] = [await fixture.addExpert(browser), await fixture.addExpert(browser, 'Sunita Rao')]
  for (const expert of [ravi, sunita]) await giveSubject(expert, 'Bookbinding')
  const student = await fixture.addStudent(browser)
  await openPage(student.page, '/how-it-works')
  await waitForHydration(student.page)
  const watch = startStopwatch(student, ravi)
  const requestId = await startRequest(student.page)
  const search = student.page.getByRole('dialog', { name: 'Finding an expert' })
  await expect(search.getByText('2 experts are being asked')).toBeVisible()
  for (const expert of [ravi, sunita]) {
    await expect(ringing(expert)).toBeVisible()
    await expect(ringing(expert).getByText('1 other expert is also being asked.')).toBeVisible()
  }

  // The toast disappears after some seconds, perhaps before the call is connected.
  await Promise.all([
    expect(toastWith(sunita.page, 'Another expert accepted the question of Asha Verma.')).toBeVisible(),
    ravi.page.getByRole('button', { name: 'Accept' }).click(),
  ])
  await expect(ringing(sunita)).toBeHidden()
  await expectConnected(student, ravi)
  await expectSound(student, ravi)
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

test('when the only expert declines, the student can set an alert, and book the next free time', async ({
  browser,
}) => {
  const ravi = await fixture.addExpert(browser)
  await giveSubject(ravi, 'Letterpress')
  const { as } = fixture.databaseAccess()
  await saveSchedule(as({ ...ravi.person, approval: 'approved' }), aroundTheClock)
  const student = await fixture.addStudent(browser, 200)
  await openPage(student.page, '/how-it-works')
  await waitForHydration(student.page)
  await startRequest(student.page, { question: 'A question about letterpress' })
  await ringing(ravi).getByRole('button', { name: 'Decline' }).click()
  await expect(ringing(ravi)).toBeHidden()
  const end = student.page.getByRole('dialog', { name: 'The expert we asked did not accept' })
  await end.getByRole('button', { name: 'Tell me when an expert is online' }).click()
  await expect(end.getByRole('button', { name: 'Cancel alert' })).toBeVisible()
  const { db } = fixture.databaseAccess()
  const ownAlerts = db.selectFrom('request_alerts').selectAll().where('student_id', '=', student.person.id)
  await expect.poll(() => ownAlerts.execute()).toHaveLength(1)
  await end.getByRole('link', { name: /^Ravi Nair/ }).click()
  await expect(end).toBeHidden()
  const { page } = student
  await expect(page.getByRole('heading', { level: 1, name: 'Book a session with Ravi Nair' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your question' })).toHaveValue('A question about letterpress')
  await expect(page.getByRole('radio', { name: 'Audio call' })).toBeChecked()
  await page.getByRole('button', { name: 'Book for ₹150' }).click()
  await expect(page.getByRole('heading', { name: 'Session with Ravi Nair' })).toBeVisible()
  await expect(page.getByText('A question about letterpress')).toBeVisible()
})

test('the expert is notified when the student stops the request', async ({ browser }) => {
  const ravi = await fixture.addExpert(browser)
  await giveSubject(ravi, 'Marbling')
  const student = await fixture.addStudent(browser)
  await openPage(student.page, '/how-it-works')
  await waitForHydration(student.page)
  await startRequest(student.page, { question: 'A question about marbling' })
  await expect(ringing(ravi)).toBeVisible()
  await student.page.getByRole('button', { name: 'Stop searching' }).click()
  await expect(student.page.getByRole('dialog')).toBeHidden()
  await expect(toastWith(ravi.page, 'Asha Verma is no longer looking for an expert.')).toBeVisible()
})
