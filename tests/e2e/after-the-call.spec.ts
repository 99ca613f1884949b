import { grantRefund } from '#domain/refunds/grant-refund.server.ts'
import { listRefunds } from '#domain/refunds/queries.server.ts'
import { answerReview } from '#domain/reviews/answer-review.server.ts'
import { giveFeedback } from '#domain/reviews/give-feedback.server.ts'
import { listReviews } from '#domain/reviews/review-queries.server.ts'
import { reviewSession } from '#domain/reviews/review-session.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { latestReviewsShown } from '#kernel/limits.ts'
import { aroundTheClock } from '#tests/bookings.ts'
import { type People, test } from '#tests/e2e/expert-people.ts'
import { setSignInCookie } from '#tests/e2e/people.ts'
import { waitForUrl, expect, expectFitsEveryWidth, announcement, openPage } from '#tests/e2e/test.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newFeedback, scriptPayload } from '#tests/reviews.ts'
import { newRequest, completeCall } from '#tests/sessions.ts'
import { newDecider } from '#tests/signed-in-people.ts'

test.describe.configure({ timeout: 90_000 })
// Refused forms respond with 422.
test.use({ expectedErrors: [/status of 422/] })

/** Creates Asha and Ravi, and a function that completes calls between them. */
async function setUpPeople(people: People) {
  const expert = await people.expert()
  await people.putOnline(expert)
  const ravi = { ...expert.person, approval: 'approved' as const }
  const { ctxAs } = people
  const newStudent = async () => {
    const student = await people.student()
    await giveMoney(ctxAs({ kind: 'system' }), student.person.id, rupees(100))
    return student
  }
  const asha = await newStudent()
  const addCompletedCall = async (student = asha) => {
    const id = await requestSession(ctxAs(student.person), newRequest(expert.expertId))
    await completeCall(ctxAs, { student: student.person, expert: ravi, id, liveMs: 121_000 })
    return id
  }
  return { ctxAs, expert, ravi, asha, newStudent, addCompletedCall }
}

test('the expert is reminded to give feedback, gives it once, and answers the review', async ({ page, people }) => {
  const { ctxAs, expert, asha, addCompletedCall } = await setUpPeople(people)
  const id = await addCompletedCall()
  await setSignInCookie(page, expert.token)
  const main = await openPage(page, '/expert/profile')
  await expect(main).toContainText('A student is waiting for your feedback')
  await expectFitsEveryWidth(page)
  await main.getByRole('list', { name: 'Sessions without feedback' }).getByRole('link').click()
  await waitForUrl(page, `/expert/sessions/${id}#feedback`)

  const form = page.getByRole('region', { name: /^Feedback for Person/ })
  await form.getByRole('button', { name: 'Send feedback' }).click()
  await expect(form.getByRole('alert')).toHaveText('Choose or write at least one thing for the student.')
  await form.getByRole('checkbox', { name: 'Clear questions' }).check()
  await form.getByRole('checkbox', { name: 'Write down every step' }).check()
  await form.getByLabel('A motivating note').fill(scriptPayload)
  await expectFitsEveryWidth(page)
  await form.getByRole('button', { name: 'Send feedback' }).click()
  await expect(announcement(page, 'Your feedback has been sent')).toBeAttached()
  await expect(form).toContainText('Feedback sent.')
  await expect(form).toBeFocused()

  await reviewSession(ctxAs(asha.person), { sessionId: id, rating: 4, comment: 'It spins!' })
  const review = page.getByRole('region', { name: /^Review by Person/ })
  await expect(review).toContainText('It spins!')
  await expect(review.getByRole('img', { name: '4 of 5 stars' })).toBeVisible()

  await openPage(page, '/expert/profile')
  await expect(main.getByText('waiting for your feedback')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Reviews' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Reviews' })
  await panel.getByRole('link', { name: 'Not answered yet' }).click()
  await waitForUrl(page, '/expert/profile?reviews=all&unanswered#reviews')
  await panel.getByRole('button', { name: /^Answer the review of/ }).click()
  await expect(panel.getByLabel('Your answer')).toBeFocused()
  await panel.getByRole('button', { name: 'Answer publicly' }).click()
  await expect(panel).toContainText('Write an answer first.')
  await panel.getByLabel('Your answer').fill('Thank you, keep it spinning!')
  await panel.getByRole('button', { name: 'Answer publicly' }).click()
  await expect(announcement(page, 'Your answer has been published')).toBeAttached()
  await expect(panel).toContainText('You have answered every review.')
  await panel.getByRole('link', { name: 'All', exact: true }).click()
  await expect(panel).toContainText(/Ravi Nair answered on .*Thank you, keep it spinning!/)
  await expect(panel.getByRole('button', { name: /^Answer/ })).toHaveCount(0)
})

test('the student reads feedback as it arrives, reviews, edits the review and requests a refund', async ({
  page,
  people,
}) => {
  const { ctxAs, ravi, asha, addCompletedCall } = await setUpPeople(people)
  const id = await addCompletedCall()
  await setSignInCookie(page, asha.token)
  const main = await openPage(page, `/user/sessions/${id}`)
  await giveFeedback(ctxAs(ravi), newFeedback(id, { note: scriptPayload }))
  await expect(main.getByRole('heading', { name: 'Feedback from Ravi Nair' })).toBeVisible()
  await expect(main).toContainText(scriptPayload)

  const reviewForm = page.getByRole('region', { name: 'How was Ravi Nair?' })
  await reviewForm.getByRole('button', { name: 'Send review' }).click()
  await expect(reviewForm).toContainText('Choose between one and five stars.')
  await reviewForm.getByRole('radio', { name: '4 of 5 stars' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(reviewForm.getByRole('radio', { name: '5 of 5 stars' })).toBeChecked()
  await reviewForm.getByLabel('Comment').fill('It spins!')
  await expectFitsEveryWidth(page)
  await reviewForm.getByRole('button', { name: 'Send review' }).click()
  await expect(announcement(page, 'Thank you for your review')).toBeAttached()
  const written = page.getByRole('region', { name: 'Your review' })
  await expect(written.getByRole('img', { name: '5 of 5 stars' })).toBeVisible()
  await written.getByRole('button', { name: 'Change your review' }).click()
  await written.getByRole('radio', { name: '2 of 5 stars' }).check()
  await written.getByLabel('Comment').fill('It fell.')
  await written.getByRole('button', { name: 'Save review' }).click()
  await expect(written).toContainText('It fell.')
  await expect(written).toContainText('Changed')

  const refund = page.getByRole('region', { name: 'Refund' })
  await refund.getByRole('button', { name: 'Ask for a refund' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog).toContainText('Tell us what went wrong, so that we can decide.')
  await dialog.getByLabel('What went wrong?').fill('I could not hear a word.')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(refund).toContainText('Under review')
  const meera = await newDecider(ctxAs)
  const [asked] = (await listRefunds(ctxAs(asha.person))).refunds
  await grantRefund(ctxAs(meera), { id: asked?.id ?? '', amountPaise: 10_00, answer: 'The sound was bad.' })
  await expect(refund).toContainText('₹10 of ₹30 is back in your wallet.')
  await expect(refund).toContainText('The sound was bad.')

  await main.getByRole('button', { name: 'Call again' }).click()
  await expect(page.getByRole('dialog')).toContainText('Ravi Nair')

  await openPage(page, '/user/profile')
  await expect(main).toContainText(/Average Rating\s*2\.0/)
  await page.getByRole('tab', { name: 'Expert Reviews' }).click()
  const list = page.getByRole('list', { name: 'Feedback, the latest first' })
  await expect(list).toContainText('Ravi Nair')
  await expect(list).toContainText(/Academic · [A-Z][a-z]{2} \d{2}, \d{4}/)
})

test('visitors read the latest reviews, then all of them, and a student saves the expert as a favourite', async ({
  page,
  people,
}) => {
  const { ctxAs, expert, ravi, asha, newStudent, addCompletedCall } = await setUpPeople(people)
  for (let n = 0; n <= latestReviewsShown; n += 1) {
    const student = n === 0 ? asha : await newStudent()
    const sessionId = await addCompletedCall(student)
    const comment = n === 0 ? scriptPayload : `Review ${n}`
    await reviewSession(ctxAs(student.person), { sessionId, rating: n === 0 ? 1 : 5, comment })
  }
  const [latest] = (await listReviews(ctxAs(ravi), { expertId: expert.expertId })).reviews
  await answerReview(ctxAs(ravi), { reviewId: latest?.id ?? '', answer: 'You are welcome.' })

  await setSignInCookie(page, asha.token)
  const path = `/expert/details/${expert.expertId}`
  const main = await openPage(page, path)
  await expect(main).toContainText('6+ Reviews')
  const region = page.getByRole('region', { name: 'Reviews', exact: true })
  const list = region.getByRole('list', { name: 'Reviews, the latest first' })
  await expect(list.getByRole('listitem')).toHaveCount(latestReviewsShown)
  await expect(list.getByRole('listitem').first()).toContainText(/Ravi Nair answered.*You are welcome\./)
  await expect(region.getByRole('definition')).toHaveText(['5', '0', '0', '0', '1'])
  await expectFitsEveryWidth(page)
  await region.getByRole('link', { name: 'All reviews' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(latestReviewsShown + 1)
  await expect(list.getByRole('listitem').last()).toContainText(scriptPayload)

  const add = main.getByRole('button', { name: 'Add to favourites' })
  const remove = main.getByRole('button', { name: 'Remove from favourites' })
  await add.click()
  await expect(remove).not.toHaveAttribute('aria-busy')
  await openPage(page, '/user/profile')
  const favourites = page.getByRole('list', { name: 'Your favourite experts' })
  await expect(favourites.getByRole('listitem')).toContainText(/Ravi Nair.*Available/)
  await expectFitsEveryWidth(page)
  await favourites.scrollIntoViewIfNeeded()
  await people.putOffline(expert)
  await expect(favourites).toContainText('Offline')
  await favourites.getByRole('link', { name: 'Ravi Nair' }).click()
  await waitForUrl(page, path)
  await remove.click()
  await expect(add).not.toHaveAttribute('aria-busy')
  await openPage(page, '/user/profile')
  await expect(main).toContainText('No favourites yet.')
})

test('a summary is written, kept over a reload, found again, and leads to the follow-up', async ({ page, people }) => {
  const { ctxAs, expert, ravi, asha, addCompletedCall } = await setUpPeople(people)
  await saveSchedule(ctxAs(ravi), aroundTheClock)
  const id = await addCompletedCall()
  await setSignInCookie(page, expert.token)
  await openPage(page, `/expert/sessions/${id}`)
  const form = page.getByRole('region', { name: /^Summary for Person/ })
  await form.getByRole('button', { name: 'Send summary' }).click()
  await expect(form.getByRole('alert')).toHaveText('Write at least one of the three parts.')
  await form.getByLabel('What we did').fill('Why tops precess')
  await form.getByLabel('What to practise').fill(scriptPayload)
  await form.getByRole('checkbox', { name: 'Suggest booking a follow-up' }).check()
  await expectFitsEveryWidth(page)
  await page.reload()
  await expect(form.getByLabel('What we did')).toHaveValue('Why tops precess')
  await form.getByLabel('What next').fill('Gyroscopes')
  await page.keyboard.press('Control+Enter')
  await expect(announcement(page, 'Your summary has been sent')).toBeAttached()
  await expect(form).toContainText('Gyroscopes')
  await expect(page.getByRole('region', { name: /^Feedback for Person/ })).toBeFocused()

  await setSignInCookie(page, asha.token)
  const main = await openPage(page, '/notifications')
  await main.getByRole('link', { name: /wrote a summary of your session/ }).click()
  await waitForUrl(page, `/user/sessions/${id}#follow-up`)
  await expect(page.getByRole('region', { name: 'Summary by Ravi Nair' })).toContainText(scriptPayload)
  await expect(page.getByRole('region', { name: 'Board and code' })).toContainText('Nothing was written on the board.')
  await expectFitsEveryWidth(page)
  const followUp = page.getByRole('region', { name: 'Ravi Nair suggests a follow-up' })
  const time = followUp.getByRole('listitem').first().getByRole('link').first()
  const start = new URL((await time.getAttribute('href')) ?? '', page.url()).searchParams.get('start')
  await time.click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Book a session with Ravi Nair')
  await expect(main.locator(`input[name=startsAt][value="${start}"]`)).toBeChecked()

  await openPage(page, '/user/sessions')
  await main.getByLabel('Search questions, summaries, feedback and chat').fill('TOPS')
  await page.keyboard.press('Enter')
  await waitForUrl(page, '/user/sessions?words=TOPS')
  await expect(main.locator('mark')).toHaveText('tops')
  await expectFitsEveryWidth(page)
  await main.getByRole('link', { name: 'Boards' }).click()
  await expect(main).toContainText('No boards yet')
  await expectFitsEveryWidth(page)
})
