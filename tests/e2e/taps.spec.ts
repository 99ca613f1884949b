import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Locator } from '@playwright/test'
import { newToken } from '#domain/accounts/tokens.server.ts'
import { saveSchedule } from '#domain/schedule/save-schedule.server.ts'
import { createPasswordLink } from '#domain/sign-in/send-password-link.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { minutesLater } from '#kernel/time.ts'
import { aroundTheClock } from '#tests/bookings.ts'
import { type Control, findControl, listControls } from '#tests/e2e/controls.ts'
import { inDatabase } from '#tests/e2e/database.ts'
import { type Expert, test } from '#tests/e2e/expert-people.ts'
import { addStudent, setSignInCookie } from '#tests/e2e/people.ts'
import { holdScripts, openAtFirstPaint, slowDown } from '#tests/e2e/slow-line.ts'
import { expect, isHydrated, openPage, type Page } from '#tests/e2e/test.ts'

/** The effects of a press. An effect that must not happen twice is a list or a count. */
type Effect = {
  url: string
  pageChanges: number
  dialogs: (string | null)[]
  toasts: string[]
  copied: string[]
  /** Each opened file chooser, and whether the browser would allow it. */
  choosers: boolean[]
  /** The state of the control itself, such as `aria-expanded` or its value. */
  control: (string | null)[]
}

declare global {
  interface Window {
    seen: Pick<Effect, 'toasts' | 'copied' | 'choosers'> & { startedWith: number; followed: boolean[] }
  }
}

// Each page loads several times in parallel over a slow connection.
test.describe.configure({ timeout: 120_000 })
const checksAtOnce = 5
test.use({ serviceWorkers: 'block' })
test.beforeEach(({ context }) => context.addInitScript(recordEffects))

/** The pages of an expert need one who is online and can be booked. */
const expertPages: Record<string, (expert: Expert) => string> = {
  'the details of an expert': ({ expertId }) => `/expert/details/${expertId}`,
  'the short page of an expert': ({ expertId }) => `/expert/${expertId}`,
  'the booking page': ({ expertId }) => `/expert/details/${expertId}/book`,
}
/** In the demo data more experts are listed than one page of the listing shows. */
const visitorPages: Record<string, string[]> = {
  'the home page': ['/'],
  'the listing without results': ['/experts?search=zzzzqq'],
  'the registration': ['/register'],
  'the login': ['/login'],
  'each page without fields': ['/how-it-works', '/expert-apply', '/terms', '/privacy', '/cookies'],
  'the forgotten password and the whole listing': ['/forgot-password', '/experts?online=false'],
}

for (const [name, pathOf] of Object.entries(expertPages)) {
  test(`on a slow connection each control of ${name} has its effect exactly once`, async ({ page, people }) => {
    const expert = await people.expert()
    await people.putOnline(expert)
    await saveSchedule(people.ctxAs({ ...expert.person, approval: 'approved' }), aroundTheClock)
    await expectEffects(page, pathOf(expert))
  })
}

for (const [name, paths] of Object.entries(visitorPages)) {
  test(`on a slow connection each control of ${name} has its effect exactly once`, async ({ page }) => {
    for (const path of paths) await expectEffects(page, path)
  })
}

test('on a slow connection each control of an expert has its effect exactly once for a student', async ({
  page,
  people,
}) => {
  const [expert, student] = [await people.expert(), await people.student()]
  await people.putOnline(expert)
  await setSignInCookie(page, student.token)
  for (const path of [`/expert/details/${expert.expertId}`, `/expert/${expert.expertId}`]) {
    await expectEffects(page, path)
  }
})

test('on a slow connection each control of a mailed link has its effect exactly once', async ({ page }) => {
  const { email, person } = await addStudent()
  const { token } = await inDatabase(({ as }) =>
    createPasswordLink(as({ kind: 'system' }), { profileId: person.id, purpose: 'reset_password' }),
  )
  await expectEffects(page, `/reset-password/${token}`)
  await expectEffects(page, `/confirm-email/${await addEmailLink({ email, profileId: person.id })}`)
})

test('Try again on the offline page loads the page once', async ({ page }) => {
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  // Simulates a missing network, so that the page does not open another one.
  await page.route('**/healthz', () => undefined)
  await openAtFirstPaint(page, '/offline')
  await press(page.getByRole('button', { name: 'Try again' }))
  await expect.poll(() => loads).toEqual(['/offline', '/offline'])
  await page.unroute('**/healthz')
  await expect(page).toHaveURL('/')
  expect(loads).toEqual(['/offline', '/offline', '/'])
})

test('on a slow connection each control of the listing has its effect exactly once @every-width', async ({ page }) => {
  await expectEffects(page, '/experts')
})

test.describe('a missing page', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('works without scripts', async ({ page }) => {
    for (const path of ['/no-such-page', `/expert/details/${randomUUID()}`]) await expectEffects(page, path)
  })
})

/** Adds a link that confirms the email address, without its mail. Returns the token. */
function addEmailLink({ email, profileId }: { email: string; profileId: AccountId }): Promise<string> {
  return inDatabase(async ({ db }) => {
    const { token, tokenHash } = newToken()
    const now = new Date()
    await db
      .insertInto('email_links')
      .values({
        profile_id: profileId,
        email,
        purpose: 'confirm',
        token_hash: tokenHash,
        created_at: now,
        expires_at: minutesLater(now, 60),
      })
      .execute()
    return token
  })
}

/** Expects each control to have its effect once when it is used at the first paint. Checks them in parallel. */
async function expectEffects(page: Page, path: string): Promise<void> {
  const releaseScripts = await holdScripts(page)
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  const controls = await listControls(page)
  await releaseScripts()
  expect(controls).not.toEqual([])
  const ofActor = (...actors: Control['actor'][]) => controls.filter(({ actor }) => actors.includes(actor))

  const checks = [() => expectWorksInBrowser(page, path, ofActor('browser', 'inline script'))]
  const fields = ofActor('text field')
  if (fields.length > 0) checks.push(() => expectTextStays(page, path, fields))
  for (const control of ofActor('scripts', 'choice')) checks.push(() => expectSameEffect(page, path, control))
  // More pages at the same time would take longer than their waits allow.
  while (checks.length > 0) await Promise.all(checks.splice(0, checksAtOnce).map((check) => check()))
}

/**
 * Expects controls that the browser or an inline script handles to work without the scripts of the page, and to have
 * no second effect when the scripts have started.
 */
async function expectWorksInBrowser(opener: Page, path: string, controls: Control[]): Promise<void> {
  const page = await opener.context().newPage()
  const releaseScripts = await holdScripts(page)
  await openAtFirstPaint(page, path)
  await page.evaluate(stopNavigation)
  // React keeps the elements, but adds others before some of them.
  const elements = await Promise.all(controls.map((control) => findControl(page, control).elementHandle()))
  for (const [index, control] of controls.entries()) {
    const element = findControl(page, control)
    const toggled = await elements[index]?.evaluate(readToggle)
    await press(element)
    if (control.actor === 'inline script') await expect(element, control.name).toBeHidden()
    else if (toggled === null)
      await expect.poll(() => page.evaluate(() => window.seen.followed.splice(0))).toEqual([true])
    else await expect.poll(() => element.evaluate(readToggle)).toBe(!toggled)
    await page.evaluate(closePopovers)
  }
  const readEffects = async () => ({
    url: page.url(),
    seen: await page.evaluate(() => window.seen),
    pages: await page.evaluate(() => history.length),
    toggles: await Promise.all(elements.map((element) => element?.evaluate(readToggle))),
    hidden: await Promise.all(
      elements.filter((_, index) => controls[index]?.actor === 'inline script').map((element) => element?.isHidden()),
    ),
  })
  const effects = await readEffects()
  await releaseScripts()
  await waitForReact(page)
  expect(await readEffects()).toEqual(effects)
  await page.close()
}

/** Expects typed text to survive hydration. */
async function expectTextStays(opener: Page, path: string, fields: Control[]): Promise<void> {
  const page = await opener.context().newPage()
  await slowDown(page)
  await openAtFirstPaint(page, path)
  const texts = new Map<Control, string>()
  for (const field of fields) {
    const input = findControl(page, field)
    await input.pressSequentially('maths')
    texts.set(field, await input.inputValue())
  }
  await waitForReact(page)
  for (const [field, text] of texts) await expect(findControl(page, field)).toHaveValue(text)
  await page.close()
}

/** Expects a press or a choice before hydration to have the same effect as on a hydrated page. */
async function expectSameEffect(opener: Page, path: string, control: Control): Promise<void> {
  const ready = await opener.context().newPage()
  await openPage(ready, path)
  const before = await readEffect(ready, control)
  await use(findControl(ready, control), control)
  await expect.poll(() => readEffect(ready, control), { message: control.name }).not.toEqual(before)

  const page = await opener.context().newPage()
  await slowDown(page)
  // Without this, a busy machine may press too late.
  const releaseScripts = await holdScripts(page)
  await openAtFirstPaint(page, path)
  const element = findControl(page, control)
  await use(element, control)
  // A file chooser opens immediately.
  if (control.actor === 'scripts' && (await element.getAttribute('data-chooser')) === null)
    await expect.soft(element, 'shows immediately that it was pressed').toHaveAttribute('aria-busy', 'true')
  await releaseScripts()
  await waitForReact(page)
  await expectEqualEffects(ready, page, control)
  await Promise.all([ready.close(), page.close()])
}

/** Waits until both pages show the same effect and nothing has changed on either of them for a second. */
async function expectEqualEffects(ready: Page, page: Page, control: Control): Promise<void> {
  let last: Effect[] = []
  const readDifference = async () => {
    const effects = await Promise.all([readEffect(ready, control), readEffect(page, control)])
    const hasChanged = !isDeepStrictEqual(effects, last)
    last = effects
    return hasChanged || !isDeepStrictEqual(...effects) ? effects : []
  }
  await expect.soft.poll(readDifference, { message: control.name, intervals: [1_000], timeout: 20_000 }).toEqual([])
}

/** Presses a control, or changes a field to another value. */
async function use(element: Locator, { actor }: Control): Promise<void> {
  if (actor !== 'choice') return press(element)
  const kind = await element.evaluate((found) => (found instanceof HTMLInputElement ? found.type : 'select'))
  if (kind === 'select') {
    // A choice that Playwright makes does not count as an interaction of a person.
    await element.hover()
    await element.selectOption({ index: 1 })
  } else if (kind === 'range') await element.press('ArrowRight')
  // A label covers the field.
  else await element.setChecked(!(await element.isChecked()), { force: true })
}

function press(element: Locator): Promise<void> {
  return test.info().project.use.hasTouch ? element.tap() : element.click()
}

/** Waits until the page is hydrated and all recorded presses are replayed. */
async function waitForReact(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated, undefined, { timeout: 40_000 })
  await page.waitForFunction(() => window.samjhaoTaps === undefined, undefined, { timeout: 40_000 })
}

async function readEffect(page: Page, control: Control): Promise<Effect> {
  const state = await page.evaluate(() => ({
    url: location.pathname + location.search + location.hash,
    pageChanges: history.length - window.seen.startedWith,
    dialogs: [...document.querySelectorAll('[role=dialog]')].map(
      (dialog) => dialog.querySelector('h2')?.textContent ?? null,
    ),
    toasts: window.seen.toasts,
    copied: window.seen.copied,
    choosers: window.seen.choosers,
  }))
  const isSamePage = state.pageChanges === 0
  const attributes = ['aria-expanded', 'aria-pressed', 'aria-checked', 'aria-label']
  const element = findControl(page, control)
  const controlState = isSamePage
    ? await element.evaluate((found, names) => {
        const { value, checked } = found as HTMLInputElement
        return [...names.map((name) => found.getAttribute(name)), value, String(checked)]
      }, attributes)
    : []
  return { ...state, control: controlState }
}

/** Runs in the page before its own scripts. As in browsers, the clipboard needs a user event. */
function recordEffects(): void {
  window.seen = { toasts: [], copied: [], choosers: [], startedWith: history.length, followed: [] }
  const recordChooser = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.type === 'file')
      window.seen.choosers.push(navigator.userActivation.isActive)
  }
  addEventListener('click', recordChooser, true)
  // An empty page has no clipboard.
  if ('clipboard' in navigator) {
    navigator.clipboard.writeText = async (text) => {
      if (!navigator.userActivation.isActive) throw new DOMException('', 'NotAllowedError')
      window.seen.copied.push(text)
    }
  }
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue
      const toasts = [node, ...node.querySelectorAll('*')].filter((each) => each.matches('[data-sonner-toast]'))
      window.seen.toasts.push(...toasts.map((toast) => toast.textContent ?? ''))
    }
  }).observe(document, { subtree: true, childList: true })
}

/** Records what the browser would follow or send, but stays on the page. */
function stopNavigation(): void {
  const record = (event: Event) => {
    const isFollowed = event.type === 'submit' || (event.target as Element).closest('a[href]')
    if (!isFollowed) return
    window.seen.followed.push(!event.defaultPrevented)
    event.preventDefault()
  }
  addEventListener('click', record)
  addEventListener('submit', record)
}

/** Whether a summary or a popover is open. Returns null for a control that opens neither. */
function readToggle(element: Element): boolean | null {
  if (element.matches('summary')) return element.parentElement?.hasAttribute('open') ?? false
  const popover = element instanceof HTMLButtonElement && element.popoverTargetElement
  return popover ? popover.matches(':popover-open') : null
}

function closePopovers(): void {
  for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.hidePopover()
}
