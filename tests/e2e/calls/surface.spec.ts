import { accept, expectConnected, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { expectPictureAndSound } from '#tests/e2e/calls/counters.ts'
import { startStopwatch } from '#tests/e2e/calls/stopwatch.ts'
import { waitForUrl, expect, expectNoViolations, type Page, test, toastWith, openPage } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture()

test('a call continues in a small window while the student visits other pages, and the bill stays exact', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const { page } = student
  await openPage(page, '/how-it-works')
  await page.getByRole('link', { name: 'Experts', exact: true }).filter({ visible: true }).first().click()
  await waitForUrl(page, '/experts')
  const id = await fixture.ring(student, expert, 'video')
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await expectPictureAndSound(student, expert)
  const readPlaying = await watchPlaying(page)

  // The back button opens the previous page, and the call continues.
  await page.evaluate(() => history.back())
  await waitForUrl(page, '/how-it-works')
  const small = page.getByRole('region', { name: 'Call with Ravi Nair' })
  await expect(small.getByRole('timer')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('status').getByText('The call continues in a small window.')).toBeAttached()
  await expectNoViolations(page)
  expect(await getBottom(small)).toBeLessThanOrEqual(await getTop(page.getByRole('navigation', { name: 'Tabs' })))
  await expectPictureAndSound(student, expert)

  // The page behind the window stays usable: links and fields work.
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Experts' }).click()
  await waitForUrl(page, '/experts')
  await page.getByRole('textbox', { name: 'Search experts' }).pressSequentially('hmm')
  await expect(small.getByRole('button', { name: 'Mute' })).toBeVisible()
  await expectPictureAndSound(student, expert)

  // A button and dragging move the window, and a tap restores its size.
  await small.getByRole('button', { name: 'Move to another corner' }).click()
  expect((await getBox(small)).x).toBeLessThan(100)
  await drag(page, small, { x: 300, y: 150 })
  expect((await getBox(small)).y).toBeLessThan(200)
  expect((await getBox(small)).x).toBeGreaterThan(100)
  await small.getByRole('button', { name: 'Back to the call' }).click()
  const large = page.getByRole('dialog', { name: 'Call with Ravi Nair' })
  await expect(large).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toHaveAttribute('inert')
  await large.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Make small' }).click()
  await expect(small).toBeVisible()

  // The expert makes the call small with a key. Even the Not Found page keeps the call.
  await expert.page.keyboard.press('w')
  await expect(expert.page.getByRole('region', { name: 'Call with Asha Verma' })).toBeVisible()
  await goTo(expert.page, '/expert/sessions/00000000-0000-4000-8000-000000000000')
  await expect(expert.page.getByRole('heading', { level: 1 })).toHaveText(/not found/i)
  await expectPictureAndSound(student, expert)
  expect(await readPlaying()).toEqual({ isSame: true, isPlaying: true, interruptions: 0 })

  await hangUp(student)
  const measured = await watch.stop()
  await expect(toastWith(page, 'Call ended')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/user/sessions/${id}$`))
  await fixture.expectBill(id, measured)
  expect(await fixture.readTimeline(id)).not.toContain('lost (student)')
  await expect(expert.page.getByRole('dialog', { name: 'Call with Asha Verma' })).toContainText('earned')
  await expert.page.getByRole('button', { name: 'Close' }).click()
  await expect(expert.page.getByRole('heading', { level: 1 })).toBeVisible()
})

/** Navigates with the client-side router, as a link does. */
async function goTo(page: Page, url: string): Promise<void> {
  await page.evaluate((to) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate(to: string): Promise<void> }
    }
    return router.navigate(to)
  }, url)
}

/** Returns a function that reads whether the same video element has played without interruption. */
async function watchPlaying(page: Page) {
  await page.evaluate(() => {
    const video = document.querySelector('video')
    const seen = { video, interruptions: 0 }
    for (const event of ['pause', 'emptied', 'abort']) video?.addEventListener(event, () => (seen.interruptions += 1))
    Object.assign(window, { seen })
  })
  return () =>
    page.evaluate(async () => {
      const { seen } = window as unknown as { seen: { video: HTMLVideoElement; interruptions: number } }
      const { video, interruptions } = seen
      const from = video.currentTime
      await new Promise((resolve) => video.addEventListener('timeupdate', resolve, { once: true }))
      return {
        isSame: video === document.querySelector('video'),
        isPlaying: video.currentTime > from && !video.paused,
        interruptions,
      }
    })
}

type Part = ReturnType<Page['locator']>

async function getBox(part: Part) {
  const box = await part.boundingBox()
  if (!box) throw new Error('The element is not visible.')
  return box
}

async function getTop(part: Part): Promise<number> {
  return (await getBox(part)).y
}

async function getBottom(part: Part): Promise<number> {
  const { y, height } = await getBox(part)
  return y + height
}

async function drag(page: Page, part: Part, to: { x: number; y: number }): Promise<void> {
  const { x, y, width } = await getBox(part)
  await page.mouse.move(x + width / 2, y + 90)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await page.mouse.up()
}
