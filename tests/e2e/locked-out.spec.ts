import { logIn, logOut, registerStudent, sendLogIn } from '#tests/e2e/people.ts'
import { expect, openPage, test, toastWith } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 60_000 })

test('a student logs in with a known browser while a stranger guesses the password', async ({ page, browser }) => {
  const account = await registerStudent(page)
  await logOut(page)
  const context = await browser.newContext()
  const stranger = await context.newPage()
  await openPage(stranger, '/login')
  const guess = { ...account, password: 'a wrong guess' }
  const { origin } = new URL(stranger.url())
  const sendGuess = () => stranger.request.post('/login', { form: guess, headers: { Origin: origin } })
  await expect.poll(async () => (await sendGuess()).status(), { intervals: [50], timeout: 30_000 }).toBe(429)
  await sendLogIn(stranger, guess)
  await expect(toastWith(stranger, 'Too many login attempts. Please try again later.')).toBeVisible()
  await context.close()
  await logIn(page, account)
})
