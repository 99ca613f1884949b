import { accept, type Caller, expectConnected, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { dashboardSwitch } from '#tests/e2e/experts.ts'
import { expect, openPage, test, waitForHydration } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 60_000 })
const fixture = useCallFixture()

test('double clicks send one request, one answer and one hang-up', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  await expert.page.setViewportSize({ width: 390, height: 844 })
  await openPage(student.page, `/expert/details/${expert.expertId}`)
  await student.page.getByRole('button', { name: 'Book Audio Call' }).click()
  await student.page.getByRole('textbox', { name: 'Your question' }).fill('What is torque?')
  await student.page.getByRole('button', { name: /^Start audio call/ }).dblclick()
  // On a phone, the hang-up button appears where the accept button was.
  await expert.page.getByRole('button', { name: 'Accept' }).dblclick()
  await expectConnected(student, expert)
  await student.page.getByRole('button', { name: 'Hang up' }).dblclick()
  await expect(student.page).toHaveURL(/\/user\/sessions\//)
  const sessions = await fixture
    .databaseAccess()
    .db.selectFrom('help_sessions')
    .select(['state', 'end_reason'])
    .where('student_id', '=', student.person.id)
    .execute()
  expect(sessions).toHaveLength(1)
  expect(sessions[0]?.end_reason).toBe('hung_up')
})

test('ringing continues after either page reloads', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  await fixture.requestSession(student, expert)
  await student.page.reload()
  await waitForHydration(student.page)
  await expect(student.page.getByRole('button', { name: 'Cancel the call' })).toBeVisible()
  await expert.page.reload()
  await waitForHydration(expert.page)
  await accept(expert)
  await expectConnected(student, expert)
  await hangUp(expert)
})

test('a call works by keyboard: request it, open and leave the decline form, answer, mute and hang up', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addOnlineExpert(browser), await fixture.addStudent(browser)]
  const { page } = student
  await dashboardSwitch(expert.page).focus()
  await openPage(page, `/expert/details/${expert.expertId}`)
  await press(student, 'Book Video Session')
  await page.getByRole('textbox', { name: 'Your question' }).focus()
  await page.keyboard.type('What is torque?')
  await press(student, /^Start video call/)
  await expect(expert.page.getByRole('alertdialog')).toBeFocused()
  await press(expert, 'Decline')
  await expect(expert.page.getByRole('form', { name: 'Decline the call' })).toBeFocused()
  await expert.page.keyboard.press('Escape')
  await press(expert, 'Accept')
  await expectConnected(student, expert)
  await press(expert, 'Mute')
  await press(expert, 'Turn camera off')
  await expect(page.getByText('Muted, camera off')).toBeVisible()
  await expect(page.getByLabel('Voice of Ravi Nair')).toHaveCSS('opacity', '0')
  await press(student, 'Hang up')
  await expect(page).toHaveURL(/\/user\/sessions\//)
  await press(expert, 'Close')
  await expect(expert.page.getByRole('dialog')).toHaveCount(0)
})

/** Moves to the button with Tab and presses Enter. */
async function press({ page }: Caller, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name })
  await expect(button).toBeVisible()
  for (let stops = 0; stops < 60; stops += 1) {
    if (await button.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
}
