import sharp from 'sharp'
import { signInAsStudent } from '#tests/e2e/people.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  waitForHydration,
  type Page,
  test,
  openPage,
} from '#tests/e2e/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until the service worker controls the page. It registers after the first interaction. */
async function waitForWorker(page: Page): Promise<void> {
  await waitForHydration(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

test('no service worker registers before the first interaction', async ({ page }) => {
  await page.goto('/how-it-works')
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
})

test.describe('without a network', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('a styled offline page appears, and the requested page opens when the network returns @every-width', async ({
    page,
    context,
  }) => {
    await page.goto('/how-it-works')
    await waitForWorker(page)
    await context.setOffline(true)
    await page.goto('/experts')
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You are offline')
    await expect(page).toHaveURL(/\/experts$/)
  })
})

test('the offline cache holds no data of signed-in users', async ({ page }) => {
  await signInAsStudent(page)
  await page.goto('/user/profile')
  await waitForWorker(page)
  await page.reload()
  const cached = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    const page = await (await caches.match('/offline'))?.text()
    return { paths: requests.flat().map(({ url }) => new URL(url).pathname), page }
  })
  expect(cached.paths).toEqual(['/offline'])
  expect(cached.page).not.toMatch(/Nisha|user\/profile/)
})

test('the app is installable, and every icon matches the manifest', async ({ page, context, request }) => {
  await page.goto('/')
  const devtools = await context.newCDPSession(page)
  const { errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  type Manifest = { icons: { src: string; sizes: string }[]; shortcuts: { url: string }[] }
  const { icons, shortcuts } = (await (await request.get('/manifest.webmanifest')).json()) as Manifest
  for (const { src, sizes } of icons.filter((icon) => icon.sizes !== 'any')) {
    const { width, height } = await sharp(await (await request.get(src)).body()).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
  for (const { url } of shortcuts) expect((await request.get(url)).ok()).toBe(true)
})

test('the install button appears when the browser allows it, and only once', async ({ page }) => {
  await openPage(page, '/')
  const install = page.getByRole('button', { name: 'Install Samjhao' })
  await expect(install).toHaveCount(0)
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => document.body.setAttribute('data-asked', ''),
    })
    dispatchEvent(offer)
  })
  await install.click()
  await expect(page.locator('body[data-asked]')).toHaveCount(1)
  await expect(install).toHaveCount(0)
})
