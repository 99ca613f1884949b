import { requestSession } from '#domain/sessions/request-session.server.ts'
import { callTimes } from '#domain/sessions/rules.ts'
import { demoExperts } from '#seeds/demo-experts.ts'
import { inDatabase, type Inside } from '#tests/e2e/database.ts'
import { type Arrived, startStudent, type StudentInPage } from '#tests/e2e/calls/student-in-page.ts'
import { expect, type Page, test } from '#tests/e2e/test.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { type Product, removeData, startProduct } from '#tests/product.ts'
import { newRequest, sessionRow, timeline } from '#tests/sessions.ts'
import { somebody } from '#tests/signed-in.ts'

declare global {
  interface Window {
    student: StudentInPage
  }
}

const minuteMs = 4_000
const times = { ...callTimes, minuteMs }
/** Some experts of the demo are at their desks. */
const present = demoExperts.filter(({ online }) => online).map(({ email }) => email)
const within = { timeout: 20_000 }

test.describe.configure({ mode: 'serial', timeout: 90_000 })
let product: Product

test.beforeAll(async () => {
  product = await startProduct({ CALL_MINUTE_MS: String(minuteMs), LOG_LEVEL: 'warn' })
  await product.ready
})

test.afterAll(async () => {
  await product.stop()
  await removeData(product)
})

const inProduct = <Result>(work: (inside: Inside) => Promise<Result>) => inDatabase(work, product.dataDir)

test('a call with a demo expert goes on over a shared screen, new ways, new ends and a new socket', async ({
  page,
}) => {
  const { id } = await call(page, { email: present[0], callType: 'audio' })
  await expectSound(page)
  await page.evaluate(() => window.student.shareScreen())
  await expectSound(page)
  await page.evaluate(() => window.student.restartIce())
  await expectSound(page)
  await page.evaluate(() => window.student.beginAnew())
  await expectSound(page)
  await page.evaluate(() => window.student.reconnect())
  await inProduct(async ({ db }) => {
    const comings = async () => (await timeline(db, id)).filter((line) => line.startsWith('joined'))
    await expect.poll(comings, within).toHaveLength(3)
    const { live_ms } = await sessionRow(db, id)
    await expect.poll(async () => (await sessionRow(db, id)).live_ms, within).toBeGreaterThan(live_ms)
    expect((await sessionRow(db, id)).interruptions).toBe(0)
  })
  await page.evaluate(() => window.student.hangUp())
  await expect.poll(() => page.evaluate(() => window.student.isOver()), within).toBe(true)
})

async function call(page: Page, { email = '', callType }: { email?: string; callType: 'audio' | 'video' }) {
  const { token, ...called } = await inProduct(async ({ as, db }) => {
    const { person, token } = await somebody(as)
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
      { name: 'samjhao_sign_in', value: token, url: product.origin, httpOnly: true, sameSite: 'Lax' },
    ])
  await page.goto(`${product.origin}/terms`)
  // Sound plays only for somebody who did something on the page.
  await page.mouse.click(5, 300)
  await page.evaluate(startStudent, { session: called.id, video: callType === 'video' })
  return called
}

function arrived(page: Page): Promise<Arrived> {
  return page.evaluate(() => window.student.arrived())
}

/** More and more of it. */
async function expectSound(page: Page): Promise<void> {
  const energy = async () => (await arrived(page)).soundEnergy
  await expect.poll(energy, within).toBeGreaterThan(0.001)
  const before = await energy()
  await expect.poll(energy, within).toBeGreaterThan(before)
}
