import type { Browser } from '@playwright/test'
import config from '#playwright.config.ts'
import { expectConnected, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { setSubject, startRequest } from '#tests/e2e/calls/ask-anyone.ts'
import { expectPictureAndSound } from '#tests/e2e/calls/counters.ts'
import { readReceived } from '#tests/media-in-page.ts'
import { enablePushNotifications } from '#tests/e2e/calls/push-browser.ts'
import { waitForUrl, expect, waitForHydration, type Page, test, openPage } from '#tests/e2e/test.ts'
import { goOnline, newExpert } from '#tests/experts.ts'
import { channelsOf } from '#tests/notifications.ts'
import { type PushService, startPushService } from '#tests/push-service.ts'

// Headless shell Chromium has no notifications. The full browser has them, even when headless.
const executablePath = process.env.WHOLE_CHROMIUM_PATH
test.use({
  serviceWorkers: 'allow',
  launchOptions: { ...config.use?.launchOptions, ...(executablePath && { executablePath }) },
})
test.describe.configure({ timeout: 120_000 })

const fixture = useCallFixture()
let service: PushService
test.beforeAll(async () => {
  service = await startPushService()
  if (executablePath !== '') return
  throw new Error(
    'These journeys need the full Chromium: run "sudo apt-get install chromium" (Debian) or set WHOLE_CHROMIUM_PATH.',
  )
})
test.afterAll(() => service.close())

/** Adds Ravi, with notifications turned on. */
async function addRavi(browser: Browser) {
  const expert = await fixture.addOnlineExpert(browser)
  const pushBrowser = await enablePushNotifications(expert.context, service)
  const { page } = expert
  await page.reload()
  await waitForHydration(page)
  await turnOn(page, 'Get calls even when this page is closed.')
  return { ...expert, pushBrowser }
}

async function turnOn(page: Page, reason: string): Promise<void> {
  const offer = page.getByRole('region', { name: 'Notifications' })
  await expect(offer).toContainText(reason)
  await offer.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(offer).toContainText('This browser notifies you even when no page is open.')
}

/** A page opened from a notification may need a click before it plays sound. It then shows a button. */
async function turnOnSound(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Turn on sound' })
  const readSound = async () => {
    if (await button.isVisible()) await button.click()
    return (await readReceived({ page })).sound
  }
  await expect.poll(readSound).toBeGreaterThan(0)
}

type Ravi = Awaited<ReturnType<typeof addRavi>>

/** Closes every page of the product. DevTools still needs one blank page. */
async function closePages({ context, page, expertId }: Ravi) {
  const blank = await context.newPage()
  await page.close()
  const listSockets = () =>
    fixture
      .databaseAccess()
      .db.selectFrom('expert_sockets')
      .select('node_id')
      .where('expert_id', '=', expertId)
      .execute()
  await expect.poll(listSockets, { timeout: 15_000 }).toEqual([])
  return blank
}

const isReachable = async ({ expertId }: Ravi) => {
  const { db } = fixture.databaseAccess()
  const row = await db.selectFrom('experts').select('reachable').where('id', '=', expertId).executeTakeFirst()
  return row?.reachable
}

test('an expert without an open page is online, gets a push, and answers from the notification', async ({
  browser,
}) => {
  const [expert, student] = [await addRavi(browser), await fixture.addStudent(browser)]
  const { pushBrowser, context } = expert
  const blank = await closePages(expert)
  expect(await isReachable(expert)).toBe(true)

  const id = await fixture.requestSession(student, expert, { callType: 'video' })
  await pushBrowser.deliverNext(blank)
  await expect
    .poll(() => pushBrowser.notices())
    .toEqual([
      {
        title: 'Asha Verma is calling',
        body: 'Video call',
        tag: `ring:${id}`,
        actions: ['accept', 'decline'],
        stays: true,
      },
    ])
  const listRings = () =>
    fixture
      .databaseAccess()
      .db.selectFrom('push_rings')
      .select('acknowledged_at')
      .where('session_id', '=', id)
      .execute()
  await expect.poll(async () => (await listRings())[0]?.acknowledged_at).not.toBeNull()

  const opened = await pushBrowser.press('accept')
  expect(opened).toBe('/expert/profile#answer')
  // Opens the URL that the service worker requested.
  const page = await context.newPage()
  await page.goto(String(opened))
  await expectConnected(student, { page })
  await turnOnSound(page)
  await expectPictureAndSound(student, { page })
  await expect(page).toHaveURL(/\/expert\/profile$/)
  expect(await pushBrowser.notices()).toEqual([])
  await hangUp(student)
  await expect.poll(async () => (await fixture.readSession(id)).state).toBe('settled')
  expect(await fixture.readTimeline(id)).toContain('answered (expert)')

  // After notifications are turned off, an expert without an open page is offline.
  await page.getByRole('button', { name: 'Close' }).click()
  const offer = page.getByRole('region', { name: 'Notifications' })
  await offer.getByRole('button', { name: 'Turn off for this browser' }).click()
  await expect(offer.getByRole('button', { name: 'Turn on notifications' })).toBeVisible()
  await closePages({ ...expert, page })
  await expect.poll(() => isReachable(expert)).toBe(false)
})

test('a hidden open page handles Accept, and a visible page rings without a second notification', async ({
  browser,
}) => {
  const [expert, student] = [await addRavi(browser), await fixture.addStudent(browser)]
  const { page, pushBrowser } = expert
  await fixture.ring(student, expert)
  await expect(page.getByRole('alertdialog')).toContainText('Asha Verma is calling')
  await pushBrowser.deliverNext(page)
  await expect.poll(() => pushBrowser.notices()).toEqual([])
  await student.page.getByRole('button', { name: /^Cancel/ }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await pushBrowser.deliverNext(page)

  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }))
  const next = await fixture.addStudent(browser)
  await fixture.ring(next, expert)
  await pushBrowser.deliverNext(page)
  const ringing = expect.objectContaining({ title: 'Asha Verma is calling', stays: true })
  await expect.poll(() => pushBrowser.notices()).toContainEqual(ringing)
  await pushBrowser.press('accept')
  await expectConnected(next, expert)
  await expect.poll(() => pushBrowser.notices()).not.toContainEqual(ringing)
  await hangUp(next)
})

test('Decline works without a page, and a cancelled ring becomes a silent notification', async ({ browser }) => {
  const [expert, student] = [await addRavi(browser), await fixture.addStudent(browser)]
  const { pushBrowser } = expert
  const blank = await closePages(expert)
  const declined = await fixture.ring(student, expert)
  await pushBrowser.deliverNext(blank)
  await expect.poll(() => pushBrowser.notices()).toHaveLength(1)
  expect(await pushBrowser.press('decline')).toBeNull()
  await expect.poll(async () => (await fixture.readSession(declined)).state).toBe('declined')
  await expect(student.page.getByRole('heading', { name: 'Ravi Nair cannot take the call' })).toBeVisible()
  expect(await pushBrowser.notices()).toEqual([])

  const next = await fixture.addStudent(browser)
  const cancelled = await fixture.ring(next, expert)
  await pushBrowser.deliverNext(blank)
  await expect.poll(() => pushBrowser.notices()).toHaveLength(1)
  await next.page.getByRole('button', { name: /^Cancel/ }).click()
  await pushBrowser.deliverNext(blank)
  await expect
    .poll(() => pushBrowser.notices())
    .toEqual([
      {
        title: 'Asha Verma hung up',
        body: 'Nobody was charged.',
        tag: `ring:${cancelled}`,
        actions: [],
        stays: false,
      },
    ])
})

test('a waiting student gets a push without an open page, and clicking it opens the expert', async ({ browser }) => {
  const { as, db } = fixture.databaseAccess()
  const [expert, { page, context }] = [await newExpert(as), await fixture.addStudent(browser)]
  const pushBrowser = await enablePushNotifications(context, service)
  await openPage(page, `/expert/${expert.expertId}`)
  await page.getByRole('button', { name: 'Tell me when online' }).click()
  await turnOn(page, 'Get a notification as soon as Ravi comes online.')
  const blank = await context.newPage()
  await page.close()

  await goOnline(as, expert)
  await pushBrowser.deliverNext(blank)
  const online = expect.objectContaining({ title: 'Ravi Nair is online now', actions: [], stays: false })
  await expect.poll(() => pushBrowser.notices()).toEqual([online])
  const opened = await pushBrowser.press('')
  const [, id = ''] = /^\/notifications\/([\w-]{36})$/.exec(String(opened)) ?? []
  await expect.poll(() => channelsOf(db, id)).toEqual({ page: 'delivered', push: 'delivered', mail: 'unneeded' })
  await blank.goto(String(opened))
  await waitForUrl(blank, `/expert/details/${expert.expertId}`)
  await expect(blank.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible()
})

test('the alert of a question arrives once by push and by mail, and opens the expert with the question', async ({
  browser,
}) => {
  const { as, db } = fixture.databaseAccess()
  const [expert, { page, context }] = [await newExpert(as), await fixture.addStudent(browser)]
  await setSubject(fixture.databaseAccess(), expert, 'Glassblowing')
  const pushBrowser = await enablePushNotifications(context, service)
  await openPage(page, '/how-it-works')
  await startRequest(page, { question: 'A question about glassblowing' })
  const end = page.getByRole('dialog', { name: 'No matching expert is free right now' })
  await end.getByRole('button', { name: 'Tell me when an expert is online' }).click()
  await turnOn(page, 'Get a notification as soon as an expert is free.')
  const blank = await context.newPage()
  await page.close()

  await goOnline(as, expert)
  await pushBrowser.deliverNext(blank)
  const online = expect.objectContaining({ title: 'Ravi Nair is online now', actions: [], stays: false })
  await expect.poll(() => pushBrowser.notices()).toEqual([online])
  const opened = await pushBrowser.press('')
  const [, id = ''] = /^\/notifications\/([\w-]{36})$/.exec(String(opened)) ?? []
  await expect.poll(() => channelsOf(db, id)).toEqual({ page: 'delivered', push: 'delivered', mail: 'delivered' })
  await blank.goto(String(opened))
  const dialog = blank.getByRole('dialog', { name: 'Request Session' })
  await expect(dialog.getByRole('textbox', { name: 'Your question' })).toHaveValue('A question about glassblowing')
  await expect(blank).toHaveURL(`/expert/details/${expert.expertId}`)
})
