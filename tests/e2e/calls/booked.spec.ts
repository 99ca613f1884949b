import { join } from 'node:path'
import { bookSession } from '#domain/bookings/book-session.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { type SessionId, sessionId } from '#kernel/ids.ts'
import { listOutbox } from '#platform/mail/outbox.ts'
import { aroundTheClock, moveBookingCloserSql, newBooking } from '#tests/bookings.ts'
import { accept, type Caller, expectTalkedFor, type Expert, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { expectPictureAndSound } from '#tests/e2e/calls/counters.ts'
import { startStopwatch } from '#tests/e2e/calls/stopwatch.ts'
import { expect, test, toastWith, openPage } from '#tests/e2e/test.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

test.describe.configure({ timeout: 180_000 })
const fixture = useCallFixture()

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const quarterMs = 15 * 60_000
const inHours = (hours: number) => new Date(Math.ceil((Date.now() + hours * 3_600_000) / quarterMs) * quarterMs)

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

/** The timer of the call; the booking page has a timer too. */
const timer = ({ page }: Pick<Caller, 'page'>) => page.getByRole('dialog', { name: /^Call with/ }).getByRole('timer')

async function expectTalking(...callers: Pick<Caller, 'page'>[]): Promise<void> {
  for (const caller of callers) await expect(timer(caller)).toBeVisible({ timeout: 20_000 })
}

/** Lets both sides join and waits until they talk. */
async function joinBoth(student: Caller, expert: Expert, id: SessionId): Promise<void> {
  await startIn(id, 4)
  await joinBooking(student, `/user/bookings/${id}`)
  await joinBooking(expert, `/expert/bookings/${id}`)
  await expectTalking(student, expert)
}

/** The notice above the controls; screen readers announce part of the same text. */
const strip = ({ page }: Caller, words: RegExp) => page.getByRole('paragraph').filter({ hasText: words })

/** Sets the session to be cut off after this many seconds, as if another booking followed. */
async function setCutOff(id: SessionId, seconds: number): Promise<void> {
  const { query, as } = fixture.databaseAccess()
  await query(`update help_sessions set cut_at = now() + make_interval(secs => $2) where id = $1`, [id, seconds])
  as({ kind: 'system' }).publish(`session:${id}`, { type: 'changed' })
}

test('both sides join a booked session from their mail, talk, and only the used minutes are charged', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser, 500)]
  await offerHours(expert)
  const id = await bookByPage(student, expert)
  const [own, other] = [await waitForLink(student, id), await waitForLink(expert, id)]
  expect([own, other]).toEqual([`/user/bookings/${id}`, `/expert/bookings/${id}`])
  await student.page.goto(own)
  await expect(student.page.getByText('You can join here from 5 minutes before the start.')).toBeVisible()
  await expect(student.page.getByRole('button', { name: 'Join the session' })).toHaveCount(0)

  await startIn(id, 4)
  const watch = startStopwatch(student, expert)
  await joinBooking(student, own)
  await expect(student.page.getByText(/^Ravi Nair is not here yet/)).toBeVisible()
  // A reload keeps the student in the waiting room.
  await student.page.reload()
  await expect(student.page.getByText(/^Ravi Nair is not here yet/)).toBeVisible()
  await joinBooking(expert, other)
  await expectTalking(student, expert)
  await expectPictureAndSound(student, expert)
  for (const { page } of [student, expert]) {
    await expect(page.getByText(/^Booked until .* Its 15 minutes are already paid for/)).toBeVisible()
    await expect(page.getByText(/1[34] min left/)).toBeVisible()
  }
  // A reload during the call reconnects.
  await expert.page.reload()
  await expectTalking(expert)
  await expectTalkedFor(timer(student), 20)
  await hangUp(expert)
  await fixture.expectBill(id, await watch.stop(), { money: 500, faults: 2 })
  await expect(student.page).toHaveURL(`/user/sessions/${id}`)
  await expect(student.page.getByText('Held for the session')).toBeVisible()
})

test('a student who leaves early sees the cost first and pays it', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser, 500)]
  await offerHours(expert)
  const id = await book(student, expert)
  await joinBoth(student, expert, id)
  // A call that never began costs nothing, so talk for 5 seconds first.
  await expectTalkedFor(timer(student), 5)
  await hangUp(student)
  const dialog = student.page.getByRole('dialog', { name: 'Leave the session early?' })
  await expect(dialog).toContainText('It then costs ₹37.50')
  await dialog.getByRole('button', { name: 'Stay in the call' }).click()
  await expectTalking(student, expert)
  await hangUp(student)
  await dialog.getByRole('button', { name: 'Leave for ₹37.50' }).click()
  await expect(student.page).toHaveURL(`/user/sessions/${id}`)
  await expect.poll(async () => (await fixture.readSession(id)).charged_paise).toBe(37_50)
  await expect(student.page.getByText('Fee for leaving early')).toBeVisible()
  await expect(expert.page.getByText(/because the student left early/)).toBeVisible()
})

test('both agree to continue after the booked minutes, and the extra time is charged per minute', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser, 500)]
  await offerHours(expert)
  const id = await book(student, expert)
  const watch = startStopwatch(student, expert)
  await joinBoth(student, expert, id)
  const notice = (caller: Caller) => strip(caller, /^The booked time ends in about .* continue/)
  for (const each of [student, expert]) {
    await expect(notice(each)).toContainText('The call then ends, unless you both want to continue.', {
      timeout: 90_000,
    })
  }
  await student.page.getByRole('button', { name: 'Continue for ₹10/min' }).click()
  await expect(notice(student)).toContainText('You want to continue. Ravi Nair has not agreed yet.')
  await expect(notice(expert)).toContainText('Asha Verma wants to continue.')
  expect((await fixture.readSession(id)).may_extend).toBe(false)
  await expert.page.getByRole('button', { name: 'Continue', exact: true }).click()
  for (const each of [student, expert]) await expect(notice(each)).toHaveCount(0)
  // Fifteen test minutes last 90 seconds.
  await expectTalkedFor(timer(student), 96, 60_000)
  await hangUp(expert)
  await fixture.expectBill(id, await watch.stop(), { money: 500 })
  expect((await fixture.readSession(id)).billed_minutes).toBeGreaterThan(15)
})

test('when the expert does not join, nothing is charged and the money is returned automatically', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser, 500)]
  await offerHours(expert)
  const id = await book(student, expert)
  await startIn(id, -1)
  await joinBooking(student, `/user/bookings/${id}`)
  await expect(student.page.getByText(/^Ravi Nair is not here yet/)).toBeVisible()
  // The page shows this before the server records that she has joined.
  const listJoins = () =>
    fixture.databaseAccess().db.selectFrom('booking_joins').select('side').where('booking_id', '=', id).execute()
  await expect.poll(listJoins).toEqual([{ side: 'student' }])
  await startIn(id, -11)
  await expect(student.page.getByText('Ravi Nair did not join this session')).toBeVisible({
    timeout: 30_000,
  })
  await expect(student.page.getByText('Nothing was charged. ₹150 came back to your wallet.')).toBeVisible()
})

test('a second tab takes over waiting, and that tab enters the call', async ({ browser }) => {
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

test('a call before a booked session ends in time for it, and both see the limit from the start', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  await offerHours(expert)
  const { databaseAccess } = fixture
  const { person: other } = await newSignedInPerson(databaseAccess().as, 'student', 'Meena Iyer')
  await giveMoney(databaseAccess().as({ kind: 'system' }), other.id, rupees(500))
  const booked = await bookSession(databaseAccess().as(other), newBooking(expert.expertId, inHours(2)))
  await startIn(booked, 30)
  const id = await fixture.ring(student, expert)
  await accept(expert)
  await Promise.all([
    expect(toastWith(student.page, 'Ravi Nair joined the call')).toBeVisible({ timeout: 20_000 }),
    expectTalking(student, expert),
  ])
  await expect(
    student.page.getByText(/^This call can last until .*The expert has a booked session after it/),
  ).toBeVisible()
  await expect(expert.page.getByText(/^This call can last until .*You have a booked session after it/)).toBeVisible()
  await setCutOff(id, 12)
  await expect(strip(student, /^The expert has time for about .* Then the call ends/)).toBeVisible()
  await expect(strip(expert, /^You have time for about .* Then the call ends/)).toBeVisible()
  await expect(expert.page.getByText('The time that you had for this session is over.')).toBeVisible({
    timeout: 20_000,
  })
  await expect.poll(async () => (await fixture.readSession(id)).end_reason).toBe('time_over')
})
