import { cast } from '#demo/cast.ts'
import { dashboardSwitch } from '#tests/e2e/experts.ts'
import { confirmIn } from '#tests/e2e/team-people.ts'
import { pdfBytes } from '#tests/documents.ts'
import { uniqueWord } from '#tests/e2e/listed-experts.ts'
import { linkMailedTo, listSubjectsMailedTo } from '#tests/e2e/outbox.ts'
import { signInAsAccount, uniqueEmail, sendLogIn } from '#tests/e2e/people.ts'
import {
  waitForUrl,
  expect,
  expectAccessible,
  expectFitsEveryWidth,
  expectNoSidewaysScroll,
  waitForHydration,
  type Page,
  test,
  toastWith,
  announcement,
  openPage,
} from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 180_000 })

async function enter(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await openPage(page, '/team/applications')
  await page.getByRole('link', { name: 'Enter an application' }).click()
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone Number').fill('+91 98450 00000')
  await page.getByLabel('Category').selectOption('Academic')
  await page.getByLabel('Notes').fill('Ten years at a school in Mysuru.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enter', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('an application becomes an online expert, listed as verified, until a suspension signs them out', async ({
  page: team,
  browser,
}) => {
  const email = uniqueEmail()
  const word = uniqueWord()
  await signInAsAccount(team, cast.meera)
  await enter(team, { name: 'Kavita Rao', email })
  await expect(team.getByText('Received', { exact: true })).toBeVisible()
  await expect(team.getByText(/^Due in 7[12] hours$/)).toBeVisible()

  const chooser = team.waitForEvent('filechooser')
  await team.getByRole('button', { name: 'Add a document' }).click()
  await (await chooser).setFiles({ name: 'degree.pdf', mimeType: 'application/pdf', buffer: pdfBytes })
  const download = team.waitForEvent('download')
  await team.getByRole('link', { name: 'degree.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('degree.pdf')
  await expectAccessible(team)

  await team.getByRole('button', { name: 'Start reviewing' }).click()
  await expect(team.getByText('Reviewing', { exact: true })).toBeVisible()
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  await team.getByLabel('Interview (Indian time)').fill(`${inTwoDays}T11:30`)
  await team.getByRole('button', { name: 'Plan the interview' }).click()
  await expect(team.getByText('Answered in time')).toBeVisible()
  await expect.poll(() => listSubjectsMailedTo(email)).toContain('An interview with Samjhao')
  await team.getByRole('button', { name: 'Accept', exact: true }).click()
  await confirmIn(team)
  await expect(announcement(team, 'Accepted. The one-time link is on its way.')).toBeAttached()
  const trail = team.getByRole('region', { name: 'Team actions' }).getByRole('listitem')
  await expect(trail).toContainText([
    'application accepted',
    'interview planned',
    'application reviewed',
    'document read',
    'document added',
    'application entered',
  ])

  const kavita = await (await browser.newContext()).newPage()
  const at = (path: string) => new URL(path, team.url()).href
  const link = at(await linkMailedTo(email))
  await openPage(kavita, link)
  await kavita.getByLabel('New password').fill('kavita-explains')
  await kavita.getByRole('button', { name: 'Save and continue' }).click()
  await waitForUrl(kavita, at('/accept-terms'))
  await expect(kavita.getByText('Welcome back')).toHaveCount(0)
  await expect(kavita.getByRole('heading', { level: 1, name: 'Before you start' })).toBeVisible()
  await expectFitsEveryWidth(kavita)
  await openPage(kavita, at('/expert/wallet'))
  await waitForUrl(kavita, at('/accept-terms?redirect=%2Fexpert%2Fwallet'))
  await openPage(kavita, at('/profile'))
  await waitForUrl(kavita, at('/accept-terms?redirect=%2Fprofile'))
  await openPage(kavita, link)
  await expect(kavita.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible()
  await openPage(kavita, at('/accept-terms'))
  await kavita.getByRole('checkbox').check()
  await kavita.getByRole('button', { name: 'Accept and continue' }).click()
  await expect(toastWith(kavita, 'Application Received')).toBeVisible()
  await waitForUrl(kavita, at('/expert/profile'))
  await openPage(kavita, at('/expert/wallet'))
  await waitForUrl(kavita, at('/expert/wallet'))
  await openPage(kavita, at('/expert/profile'))
  await kavita.getByRole('main').getByRole('link', { name: 'Edit Profile' }).click()
  const steps = kavita.getByRole('region', { name: 'Your first steps' })
  await expect(steps.getByRole('listitem')).toContainText([
    /Terms.*Done/,
    /Photo.*To do/,
    /Profile.*To do/,
    /Camera and microphone.*To do/,
    /Identity.*Waiting/,
    /Hours.*Waiting/,
    /Bank account.*Waiting/,
  ])
  await expectFitsEveryWidth(kavita)
  await kavita.getByLabel('Professional Title').fill('Physics teacher')
  for (const name of ['Homework Help', 'Test Preparation', 'JEE']) {
    await kavita.getByLabel(name, { exact: true }).check()
  }
  await kavita.getByLabel('Years of Experience').fill('12')
  await kavita.getByLabel('Highest Degree').fill('MSc Physics')
  await kavita.getByLabel('Expertise Brief').fill(`I explain ${word} until it is simple.`)
  await expectAccessible(kavita)
  await kavita.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastWith(kavita, 'Profile Updated')).toBeVisible()

  await team.getByRole('link', { name: 'Open the expert' }).click()
  await expect(team.getByRole('heading', { level: 1, name: 'Kavita Rao' })).toBeVisible()
  await expect(team.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled()
  for (const what of ['Identity', 'Interview']) {
    await team.getByRole('button', { name: `Verify: ${what}` }).click()
    await expect(team.getByRole('button', { name: `Remove: ${what}` })).toBeVisible()
  }
  await expectAccessible(team)
  await team.getByRole('button', { name: 'Approve', exact: true }).click()
  await confirmIn(team)
  await expect(announcement(team, 'The expert is approved.')).toBeAttached()
  await openPage(kavita, at('/expert/profile/edit'))
  await expect(steps).toContainText('Your account is approved.')
  await expect(steps.getByRole('listitem')).toContainText([
    /Terms.*Done/,
    /Photo.*To do/,
    /Profile.*Done/,
    /Camera and microphone.*To do/,
    /Identity.*Done/,
    /Hours.*To do/,
    /Bank account.*To do/,
  ])
  await steps.getByRole('link', { name: 'Hours' }).click()
  await waitForUrl(kavita, at('/expert/schedule#hours'))
  await openPage(kavita, at('/expert/profile'))
  await team.getByLabel('Rate per minute').fill('25')
  await team.getByLabel('Your password').fill(cast.meera.password)
  await team.getByRole('button', { name: 'Change the terms' }).click()
  await confirmIn(team)
  await expect(toastWith(team, 'The rate and the share are changed.')).toBeVisible()

  await kavita.reload()
  await waitForHydration(kavita)
  await dashboardSwitch(kavita).click()
  await expect(toastWith(kavita, 'You are now online')).toBeVisible()

  const expertPage = team.url()
  await team.goto(`/experts?search=${word}`)
  const card = team.getByRole('main').getByRole('article')
  await expect(card).toContainText('Kavita Rao')
  await expect(card).toContainText('₹25')
  await expect(card.getByText(/^Verified\. Identity and interview checked by the Samjhao team/)).toBeAttached()

  await team.goto(expertPage)
  await waitForHydration(team)
  await team.getByRole('button', { name: 'Suspend…' }).click()
  await team.getByLabel('Reason').fill('You took a student off the platform.')
  await team.getByRole('button', { name: 'Suspend', exact: true }).click()
  await confirmIn(team)
  await expect(kavita.getByText('Authentication Required')).toBeVisible()
  await openPage(kavita, at('/login'))
  await sendLogIn(kavita, { email, password: 'kavita-explains' })
  await expect(kavita.getByText('The reason: You took a student off the platform.')).toBeVisible()
  await kavita.context().close()
})

test('the expert table can be searched and navigated by keyboard', async ({ page: team }) => {
  await signInAsAccount(team, cast.meera)
  await openPage(team, '/team/experts?q=ravi@samjhao.example&approval=approved')
  await expect(team.getByRole('row', { name: /ravi@samjhao\.example/ })).toContainText('Identity, Interview')
  await expectAccessible(team)
  await expectNoSidewaysScroll(team)
  await team.keyboard.press('j')
  await team.keyboard.press('Enter')
  await expect(team).toHaveURL(/\/team\/experts\/[\w-]+$/)
})
