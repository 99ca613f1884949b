import { requestSession } from '#domain/sessions/request-session.server.ts'
import { callTimes } from '#domain/sessions/rules.ts'
import { answeringExperts } from '#tests/e2e/calls/demo.ts'
import { minuteMs, products } from '#tests/e2e/products.ts'
import { inDatabase, type DatabaseAccess } from '#tests/e2e/database.ts'
import { type ReceivedMedia, startStudent, type StudentInPage } from '#tests/e2e/calls/student-in-page.ts'
import { expect, type Page, test } from '#tests/e2e/test.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest, sessionRow, timeline } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

declare global {
  interface Window {
    student: StudentInPage
  }
}

const times = { ...callTimes, minuteMs }
const within = { timeout: 20_000 }

test.describe.configure({ timeout: 90_000 })
test.use({ baseURL: products.calls.origin })

const inProduct = <Result>(work: (database: DatabaseAccess) => Promise<Result>) =>
  inDatabase(work, products.calls.dataDir)

test('a call with a demo expert survives a shared screen, an ICE restart, a new connection and a new socket', async ({
  page,
}) => {
  const { id } = await call(page, { email: answeringExperts[0]?.email, callType: 'audio' })
  await expectSound(page)
  await page.evaluate(() => window.student.shareScreen())
  await expectSound(page)
  await page.evaluate(() => window.student.restartIce())
  await expectSound(page)
  await page.evaluate(() => window.student.restart())
  await expectSound(page)
  await page.evaluate(() => window.student.reconnect())
  await inProduct(async ({ db }) => {
    const listJoins = async () => (await timeline(db, id)).filter((line) => line.startsWith('joined'))
    // A page on a busy server may join more than once.
    await expect.poll(async () => (await listJoins()).length, within).toBeGreaterThanOrEqual(3)
    const { live_ms } = await sessionRow(db, id)
    await expect.poll(async () => (await sessionRow(db, id)).live_ms, within).toBeGreaterThan(live_ms)
    expect((await sessionRow(db, id)).interruptions).toBe(0)
  })
  await page.evaluate(() => window.student.hangUp())
  await expect.poll(() => page.evaluate(() => window.student.isOver()), within).toBe(true)
})

async function call(page: Page, { email = '', callType }: { email?: string; callType: 'audio' | 'video' }) {
  const { token, ...called } = await inProduct(async ({ as, db }) => {
    const { person, token } = await newSignedInPerson(as)
    await giveMoney(as({ kind: 'system' }), person.id, rupees(500))
    const find = () =>
      db
        .selectFrom('experts')
        .innerJoin('profiles', 'profiles.id', 'experts.user_id')
        .select(['experts.id', 'reachable', 'is_online'])
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    await expect.poll(find, within).toMatchObject({ reachable: true, is_online: true })
    const { id: expertId } = await find()
    const id = await requestSession({ ...as(person), times }, newRequest(expertId, { callType }))
    return { id, token }
  })
  await page
    .context()
    .addCookies([
      { name: 'samjhao_sign_in', value: token, url: products.calls.origin, httpOnly: true, sameSite: 'Lax' },
    ])
  await page.goto('/terms')
  // Browsers play sound only after a user gesture.
  await page.mouse.click(5, 300)
  await page.evaluate(startStudent, { session: called.id, video: callType === 'video' })
  return called
}

function readReceivedMedia(page: Page): Promise<ReceivedMedia> {
  return page.evaluate(() => window.student.readReceived())
}

/** Expects the received audio energy to keep growing. */
async function expectSound(page: Page): Promise<void> {
  const readEnergy = async () => (await readReceivedMedia(page)).soundEnergy
  await expect.poll(readEnergy, within).toBeGreaterThan(0.001)
  const before = await readEnergy()
  await expect.poll(readEnergy, within).toBeGreaterThan(before)
}
