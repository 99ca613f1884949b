import { reviewSession } from '#domain/reviews/review-session.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { type People, test } from '#tests/e2e/expert-people.ts'
import { setSignInCookie, sendLogIn } from '#tests/e2e/people.ts'
import { confirmIn, signInAsTeam } from '#tests/e2e/team-people.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, announcement, toastWith, openPage } from '#tests/e2e/test.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest, completeCall } from '#tests/sessions.ts'

test.describe.configure({ timeout: 90_000 })

/** Adds Asha’s one-star review of a call with Ravi. */
async function addReview(people: People) {
  const { ctxAs } = people
  const [expert, student] = [await people.expert(), await people.student()]
  await giveMoney(ctxAs({ kind: 'system' }), student.person.id, rupees(100))
  await people.putOnline(expert)
  const ravi = { ...expert.person, approval: 'approved' as const }
  const sessionId = await requestSession(ctxAs(student.person), newRequest(expert.expertId))
  await completeCall(ctxAs, { student: student.person, expert: ravi, id: sessionId, liveMs: 60_000 })
  await reviewSession(ctxAs(student.person), { sessionId, rating: 1, comment: 'His brother is a thief.' })
  return { expert, student }
}

test.describe('a student', () => {
  test('can be found by keyboard, opened and suspended, which logs out the open browser', async ({
    page,
    browser,
    people,
  }) => {
    const { student } = await addReview(people)
    const context = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? '' })
    const asha = await context.newPage()
    await setSignInCookie(asha, student.token)
    await openPage(asha, '/user/profile')

    await signInAsTeam(page)
    const main = await openPage(page, '/team/people')
    await page.keyboard.press('/')
    await page.keyboard.type(student.email)
    await page.keyboard.press('Enter')
    await expect(main.getByRole('row')).toHaveCount(2)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await main.getByRole('rowheader').getByRole('link').press('Enter')
    await expect(page).toHaveURL(`/team/people/${student.person.id}`)
    await expect(main).not.toContainText(student.email)
    await expect(main.getByRole('region', { name: 'Money' })).toContainText('₹90')
    await expect(main.getByRole('region', { name: 'Reviews given' })).toContainText('His brother is a thief.')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    const data = main.getByRole('region', { name: 'Personal data' })
    await data.getByLabel('Why you need the data').fill('She asked for a call.')
    await data.getByRole('button', { name: 'Show the data' }).click()
    await expect(data).toContainText(student.email)
    await expect(main).toContainText('personal data read by Tara Bose')

    const suspend = main.getByRole('region', { name: 'Suspend', exact: true })
    await suspend.getByLabel('Reason').fill('Shouted at three experts.')
    await suspend.getByRole('button', { name: 'Suspend' }).click()
    await confirmIn(page)
    await expect(announcement(page, 'Suspended. They are logged out everywhere.')).toBeAttached()
    await expect(toastWith(asha, 'Your account is suspended.')).toBeVisible()
    await expect(asha.getByRole('button', { name: /^Your account/ })).toHaveCount(0)

    await openPage(asha, '/login')
    await sendLogIn(asha, student)
    const alert = asha.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('The reason: Shouted at three experts.')
    await expect(alert.getByRole('link')).toHaveAttribute('href', /^mailto:/)

    const lift = main.getByRole('region', { name: 'Lift the suspension' })
    await lift.getByLabel('Why the suspension ends').fill('She apologised.')
    await lift.getByRole('button', { name: 'Lift the suspension' }).click()
    await confirmIn(page)
    await expect(announcement(page, 'The suspension is lifted.')).toBeAttached()
    await sendLogIn(asha, student)
    await expect(asha.getByRole('button', { name: /^Your account/ })).toBeVisible()
    await context.close()
  })
})

test('hiding a review removes its text from the expert’s page, shows the reason and updates the rating', async ({
  page,
  people,
}) => {
  const { expert } = await addReview(people)
  await signInAsTeam(page)
  const main = await openPage(page, `/expert/details/${expert.expertId}`)
  await expect(main).toContainText('3.9')
  await openPage(page, `/team/reviews?expert=${expert.person.id}&words=yes`)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(main.getByRole('heading', { level: 1 })).toContainText('about Ravi Nair')
  await expectAccessible(page)
  await main.getByLabel('Reason').fill('It names a third person.')
  await main.getByRole('button', { name: 'Hide the review' }).click()
  await confirmIn(page)
  await expect(announcement(page, 'Hidden. Its stars do not count.')).toBeAttached()
  await expect(main).toContainText('review hidden by Tara Bose')
  await expect(main.getByRole('button', { name: 'Show the review again' })).toBeVisible()

  await openPage(page, `/expert/details/${expert.expertId}`)
  await expect(main).toContainText('A review was hidden: It names a third person.')
  await expect(main).not.toContainText('thief')
  const region = page.getByRole('region', { name: 'Reviews', exact: true })
  await expect(region.getByRole('definition')).toHaveCount(0)
  await expect(main).toContainText('4.5')
})
