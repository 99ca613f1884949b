import { hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { expectPictureAndSound } from '#tests/e2e/calls/counters.ts'
import { answeringExperts } from '#tests/e2e/calls/demo.ts'
import {
  askAsNewStudent,
  askAsReturningStudent,
  describeSteps,
  type Journey,
  openExpert,
  openAnyoneRequest,
  slow,
  slowDownPhone,
  startJourney,
  waitForCall,
} from '#tests/e2e/calls/first-call.ts'
import { expect, type Page, test } from '#tests/e2e/test.ts'

// One after the other, because both call the same demo experts.
test.describe.configure({ mode: 'default', timeout: 240_000 })
const fixture = useCallFixture()

/** Several demo experts teach one of these subjects, and no expert of another journey does. */
const question = 'How do I learn public speaking, graphic design or documentation?'
const expertNames = new RegExp(answeringExperts.map(({ fullName }) => fullName).join('|'))
const thirdExpert = (page: Page) => page.getByRole('main').getByRole('article').filter({ hasText: expertNames }).nth(2)

// `bench/results/first-call.md` has the seconds: less than 60 and 15 on an otherwise idle machine.
test('a new student reaches a call with five taps and three fields, and a returning student with two taps', async ({
  browser,
}) => {
  const listReachable = () =>
    fixture.databaseAccess().db.selectFrom('experts').select('id').where('reachable', '=', true).execute()
  // The demo experts come online shortly after the product starts.
  await expect.poll(async () => (await listReachable()).length, { timeout: 30_000 }).toBeGreaterThan(2)
  const { page, context } = await fixture.openVisitor(browser)
  const phone = await slowDownPhone(page)
  const newStudent = startJourney(page)
  await askAsNewStudent(newStudent, await openExpert(newStudent, thirdExpert), question)
  await expectTalking(newStudent, 'new student')
  expect(newStudent.count()).toEqual({ taps: 5, fields: 3 })
  await hangUp({ page })
  await expect(page).toHaveURL(/\/user\/sessions\//, slow)
  await page.close()

  const laterPage = await context.newPage()
  const laterPhone = await slowDownPhone(laterPage)
  const returningStudent = startJourney(laterPage)
  await askAsReturningStudent(returningStudent, await openAnyoneRequest(returningStudent), question)
  await expectTalking(returningStudent, 'returning student')
  expect(returningStudent.count()).toEqual({ taps: 2, fields: 0 })
  expect(laterPhone.readBytes(), 'the scripts are not loaded again').toBeLessThan(phone.readBytes() / 4)
  await hangUp({ page: laterPage })
})

// Without the slow phone, because only the effort is counted.
test('a new student who asks anyone needs four taps and three fields', async ({ browser }) => {
  const { page } = await fixture.openVisitor(browser)
  const journey = startJourney(page)
  await askAsNewStudent(journey, await openAnyoneRequest(journey), question)
  await expectTalking(journey, 'new student, anyone')
  expect(journey.count()).toEqual({ taps: 4, fields: 3 })
  await hangUp({ page })
})

async function expectTalking(journey: Journey, who: string): Promise<void> {
  await waitForCall(journey)
  const { taps, fields } = journey.count()
  const text = `${who}: ${taps} taps, ${fields} fields, ${describeSteps(journey)}`
  console.log(text)
  test.info().annotations.push({ type: 'journey', description: text })
  await expectPictureAndSound(journey)
}
