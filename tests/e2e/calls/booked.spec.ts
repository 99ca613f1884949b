import { join } from 'node:path'
import { bookSession } from '#domain/bookings/book-session.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { type SessionId, sessionId } from '#kernel/ids.ts'
import { expertLeftEarlyMinutes } from '#kernel/limits.ts'
import { listOutbox } from '#platform/mail/outbox.ts'
import { aroundTheClock, moveBookingCloserSql, newBooking } from '#tests/bookings.ts'
import { type Caller, expectTalkedFor, type Expert, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { expectPictureAndSound } from '#tests/e2e/calls/counters.ts'
import { startStopwatch } from '#tests/e2e/calls/stopwatch.ts'
import { minuteMs } from '#tests/e2e/products.ts'
import { expect, test, openPage } from '#tests/e2e/test.ts'
import { nextQuarterHour } from '#tests/quarter-hours.ts'

test.describe.configure({ timeout: 180_000 })
const fixture = useCallFixture()

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const inHours = (hours: number) => nextQuarterHour(Date.now() + hours * 3_600_000)

const offerHours = ({ person }: Expert) =>
  saveSchedule(fixture.databaseAccess().as({ ...person, approval: 'approved' }), aroundTheClock)

/** Books 15 minutes, a few hours ahead, through the booking page. */
async function bookByPage({ page }: Caller, { expertId }: Expert): Promise<SessionId> {
  await openPage(page, `/expert/details/${expertId}/book?minutes=15`)
  await page
    .getByRole('group', { name: /^Times on/ })
    .locator('label')
    .last()
    .click()
  await page.getByRole('textbox', { name: 'Your question' }).fill('Why does a spinning top not fall over?')
  await page.getByRole('button', { name: 'Book for ₹150' }).click()
  await expect(page).toHaveURL(/\/user\/bookings\/[\w-]{36}$/)
  return sessionId.parse(page.url().slice(-36))
}

const book = (student: Caller, { expertId }: Expert) =>
  bookSession(
    fixture.databaseAccess().as(student.person),
    newBooking(expertId, inHours(2), { minutes: 15, callType: 'audio' }),
  )

const startIn = (id: SessionId, minutes: number) =>
  fixture.databaseAccess().alter(moveBookingCloserSql(id, inMinutes(minutes)))

/** Returns the join link that was mailed to this person. */
async function waitForLink({ person }: Caller, id: SessionId): Promise<string> {
  const { email } = await fixture
    .databaseAccess()
    .db.selectFrom('profiles')
    .select('email')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const findLink = async () => {
    const mails = await listOutbox(join(fixture.getProduct().dataDir, 'outbox'))
    const links = mails.flatMap(({ to, text }) => (to === email ? (text.match(/\/\w+\/bookings\/[\w-]+/g) ?? []) : []))
    return links.find((link) => link.endsWith(id)) ?? ''
  }
  await expect.poll(findLink, { timeout: 15_000 }).not.toBe('')
  return findLink()
}

async function joinBooking({ page }: Caller, path: string): Promise<void> {
  await openPage(page, path)
  await page.getByRole('button', { name: 'Join the session' }).click()
}

/** The timer of the call. The booking page has a timer too. */
const timer = ({ page }: Pick<Caller, 'page'>) => page.getByRole('dialog', { name: /^Call with/ }).getByRole('timer')

async function expectTalking(...callers: Pick<Caller, 'page'>[]): Promise<void> {
  for (const caller of callers) await expect(timer(caller)).toBeVisible({ timeout: 20_000 })
}

test('both sides join a booked session from their mails, and only the used minutes are charged', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser, 500)]
  await offerHours(expert)
  const id = await bookByPage(student, expert)
  const [studentLink, expertLink] = [await waitForLink(student, id), await waitForLink(expert, id)]
  expect([studentLink, expertLink]).toEqual([`/user/bookings/${id}`, `/expert/bookings/${id}`])
  await student.page.goto(studentLink)
  await expect(student.page.getByText('You can join here from 5 minutes before the start.')).toBeVisible()
  await expect(student.page.getByRole('button', { name: 'Join the session' })).toHaveCount(0)

  await startIn(id, 4)
  const watch = startStopwatch(student, expert)
  await joinBooking(student, studentLink)
  await expect(student.page.getByText(/^Ravi Nair is not here yet/)).toBeVisible()
  // A reload keeps the student in the waiting room.
  await student.page.reload()
  await expect(student.page.getByText(/^Ravi Nair is not here yet/)).toBeVisible()
  await joinBooking(expert, expertLink)
  await expectTalking(student, expert)
  // Leaving so early costs a part of the price, so the page asks first.
  await hangUp(student)
  const leave = student.page.getByRole('dialog', { name: 'Leave the session early?' })
  await expect(leave).toContainText('It then costs ₹37.50')
  await leave.getByRole('button', { name: 'Stay in the call' }).click()
  await expectPictureAndSound(student, expert)
  for (const { page } of [student, expert]) {
    await expect(page.getByText(/^Booked until .* The 15 minutes are already paid for/)).toBeVisible()
    await expect(page.getByText(/\d+ min left/)).toBeVisible()
  }
  // A reload during the call reconnects.
  await expert.page.reload()
  await expectTalking(expert)
  // An expert who leaves earlier is not paid.
  await expectTalkedFor(timer(student), (expertLeftEarlyMinutes * minuteMs) / 1_000 + 1)
  await hangUp(expert)
  await fixture.expectBill(id, await watch.stop(), { money: 500, faults: 2 })
  await expect(student.page).toHaveURL(`/user/sessions/${id}`)
  await expect(student.page.getByText('Held for the session')).toBeVisible()
})

test('a second tab takes over the waiting room and enters the call', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser, 500)]
  await offerHours(expert)
  const id = await book(student, expert)
  await startIn(id, 4)
  await joinBooking(student, `/user/bookings/${id}`)
  const second = { ...student, page: await student.context.newPage() }
  await joinBooking(second, `/user/bookings/${id}`)
  await expect(student.page.getByText('You are waiting in another tab')).toBeVisible()
  await joinBooking(expert, `/expert/bookings/${id}`)
  await expectTalking(second, expert)
  await expect(timer(student)).toHaveCount(0)
  await hangUp(expert)
})
