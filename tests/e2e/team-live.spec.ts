import { requestSession } from '#domain/sessions/request-session.server.ts'
import { type People, test } from '#tests/e2e/expert-people.ts'
import { setSignInCookie } from '#tests/e2e/people.ts'
import { confirmIn } from '#tests/e2e/team-people.ts'
import { expect, expectFitsEveryWidth, announcement, openPage } from '#tests/e2e/test.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest } from '#tests/sessions.ts'

test.describe.configure({ timeout: 90_000 })

async function addCall(people: People) {
  const { ctxAs } = people
  const [student, expert] = [await people.student(), await people.expert({ fullName: 'Tarun Live' })]
  await giveMoney(ctxAs({ kind: 'system' }), student.person.id, rupees(100))
  await people.putOnline(expert)
  const id = await requestSession(ctxAs(student.person), newRequest(expert.expertId))
  const ravi = { ...expert.person, approval: 'approved' as const }
  await people.connectCall({ student: student.person, expert: ravi, id, liveMs: 61_000 })
  return id
}

test('an administrator checks the services of the server again', async ({ page, people }) => {
  await setSignInCookie(page, (await people.team()).token)
  const main = await openPage(page, '/team/live')
  const services = main.getByRole('table', { name: 'Services of this server' })
  // The start has tried all but keys and push services. After a retry of this test, they are in the table.
  await expect(services.getByRole('row', { name: /^Durability\b.*\bOK\b/ })).toBeVisible()
  await main.getByRole('button', { name: 'Check again' }).click()
  await expect(services.getByRole('row', { name: /^Push keys\b.*\bOK\b/ })).toBeVisible({ timeout: 30_000 })
  await expectFitsEveryWidth(page)
})

test('the team sees a call begin and ends it for safety, and every open page updates', async ({ page, people }) => {
  await setSignInCookie(page, (await people.team()).token)
  const main = await openPage(page, '/team/live')
  await expect(main.getByRole('heading', { name: 'Live', level: 1 })).toBeVisible()
  const id = await addCall(people)
  const row = main.getByRole('table', { name: 'Open sessions' }).getByRole('row', { name: /Tarun Live/ })
  // The row appears without a reload.
  await expect(row).toBeVisible()
  await expectFitsEveryWidth(page)
  await main.getByText('Show the hours as a table').click()
  await expect(main.getByRole('table', { name: 'The last 48 hours' }).getByRole('row')).toHaveCount(49)
  const colleague = await page.context().newPage()
  await openPage(colleague, `/team/sessions/${id}`)
  await expect(colleague.getByRole('button', { name: 'End and settle' })).toBeDisabled()

  await row.getByRole('link', { name: /Live now/ }).click()
  await expect(page).toHaveURL(new RegExp(`/team/sessions/${id}$`))
  await expectFitsEveryWidth(page)
  await main.getByRole('checkbox', { name: 'Someone in this session is in danger' }).check()
  await main.getByLabel('Why').fill('She was shouted at.')
  await main.getByRole('button', { name: 'End and settle' }).click()
  await confirmIn(page)
  await expect(announcement(page, 'The session is ended.')).toBeAttached()
  await expect(main.getByText('“She was shouted at.”')).toBeVisible()
  await expect(main.getByText('Our team ended the session for safety reasons')).toBeVisible()
  await expect(colleague.getByText('“She was shouted at.”')).toBeVisible()

  await openPage(page, '/team/sessions?state=open')
  await expect(main.getByRole('link', { name: id.slice(0, 8).toUpperCase() })).toBeVisible()
  await expectFitsEveryWidth(page)
})
