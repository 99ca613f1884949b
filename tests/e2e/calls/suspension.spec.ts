import type { Browser } from '@playwright/test'
import { confirmIn } from '#tests/e2e/team-people.ts'
import { startSignIn } from '#domain/accounts/start-sign-in.server.ts'
import { accept, expectConnected, expectTalkedFor, type Expert, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { expectSound } from '#tests/e2e/calls/counters.ts'
import { startStopwatch } from '#tests/e2e/calls/stopwatch.ts'
import { expect, type Page, test, toastWith, openPage } from '#tests/e2e/test.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture()

async function openAs(browser: Browser, token: string): Promise<Page> {
  const { context, page } = await fixture.openVisitor(browser, 1280)
  const url = fixture.getProduct().origin
  await context.addCookies([{ name: 'samjhao_sign_in', value: token, url, httpOnly: true, sameSite: 'Lax' }])
  return page
}

/** Signs the expert in again after all sign-ins have ended. */
async function signInAgain(browser: Browser, { person }: Expert): Promise<Page> {
  const ctx = fixture.databaseAccess().as({ kind: 'system' })
  const from = { address: '203.0.113.5', userAgent: 'a test' }
  const { token } = await startSignIn(ctx, ctx.db, { id: person.id, role: 'expert' }, from)
  return openAs(browser, token)
}

test('suspending an expert during a call ends it on both screens and charges exactly the shared time', async ({
  browser,
}) => {
  const [expert, student] = [
    await fixture.addOnlineExpert(browser),
    await fixture.addStudent(browser, 100, 'Divya Menon'),
  ]
  const meera = await newSignedInPerson(fixture.databaseAccess().as, 'team', 'Meera Iyer')
  const desk = await openAs(browser, meera.token)
  const id = await fixture.ring(student, expert)
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expectSound(student, expert)

  await openPage(desk, '/team/live')
  const open = desk.getByRole('table', { name: 'Open sessions' })
  const row = open.getByRole('row', { name: /Live now.*Divya Menon.*Ravi Nair/ })
  await expect(row).toBeVisible()
  // Waits for more than two minutes, because everything is refunded before that.
  await expectTalkedFor(student.page.getByRole('timer'), 17)
  const other = await desk.context().newPage()
  await openPage(other, `/team/experts/${expert.expertId}`)
  await other.getByRole('button', { name: 'Suspend…' }).click()
  await other.getByLabel('Reason').fill('He shouted at a student.')
  await other.getByRole('button', { name: 'Suspend', exact: true }).click()
  await confirmIn(other)

  await expect(toastWith(student.page, 'Call ended')).toBeVisible()
  const measured = await watch.stop()
  await expect(expert.page.getByRole('timer')).toHaveCount(0)
  await expect(expert.page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await fixture.expectBill(id, measured)
  expect((await fixture.readSession(id)).end_reason).toBe('suspended')
  expect((await fixture.readTimeline(id)).slice(-2)).toEqual(['ended (expert)', 'billed'])

  await expect(student.page).toHaveURL(new RegExp(`/user/sessions/${id}$`))
  await expect(
    student.page.getByText('Our team ended the session because Ravi Nair cannot give sessions at the moment').first(),
  ).toBeVisible()
  await expect(row).toHaveCount(0)
  const again = await signInAgain(browser, expert)
  await again.goto('/expert/wallet')
  await expect(again.getByRole('heading', { name: 'Account Suspended' }).first()).toBeVisible()
  await desk.goto(`/team/sessions/${id}`)
  await expect(desk.getByText('“The expert was suspended.”')).toBeVisible()
})
