import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { screens } from '#tests/e2e/screens.ts'

export { expect, type Page }

// For each call of its API, Playwright looks up the source maps of up to 200 stack frames. Node runs our sources
// unchanged, so there are none, and the lookups took a fifth of the time of a worker.
if (process.env.PW_DISABLE_TS_ESM) {
  Error.stackTraceLimit = 25
  Reflect.deleteProperty(Error, 'prepareStackTrace')
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Fixtures = {
  /** Patterns of errors that a test expects in its own `context`. Other contexts are not watched. */
  expectedErrors: RegExp[]
  watched: void
}

/**
 * A page that reloads data while an earlier response is still streaming aborts that response. React Router’s decoder
 * then leaves a rejected promise unhandled (`done` in its turbo-stream). No data is lost.
 */
const supersededRead = 'AbortError: signal is aborted without reason'

/**
 * Every test fails on a console error, a page error, a failed request to the product, or an error in the server log.
 */
export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  watched: [
    async ({ context, expectedErrors }, use, info) => {
      const errors: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`console error: ${message.text()}`)
      })
      context.on('weberror', (problem) => {
        const text = String(problem.error())
        if (text !== supersededRead) errors.push(`page error: ${text}`)
      })
      await context.addInitScript(ignoreRestingPointer)
      const log = String(info.project.metadata.log)
      const before = statSync(log).size
      await use()
      const logged = readFileSync(log).subarray(before).toString()
      errors.push(
        ...logged.split('\n').filter((line) => /"level":[56]0/.test(line) && !line.includes('provoked by a test')),
      )
      const unexpected = errors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))
      expect(unexpected).toEqual([])
    },
    { auto: true },
  ],
})

/** Headless Chromium reports a resting pointer at (0, 0), which pages would take for a user interaction. */
function ignoreRestingPointer() {
  const ignore = (event: PointerEvent) => {
    if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation()
  }
  addEventListener('pointermove', ignore, { capture: true })
}

/** Opens a page and waits for hydration. Returns its main part. */
export async function openPage(page: Page, path: string) {
  await page.goto(path)
  await waitForHydration(page)
  return page.getByRole('main')
}

/** Makes the first interaction and waits until React has hydrated the page. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.mouse.move(1, 1)
  await page.waitForFunction(isHydrated)
}

/** Runs in the page. */
export function isHydrated(): boolean {
  const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'))
  const root = key && (document as unknown as Record<string, ReactRoot>)[key]
  return !!root && !root.stateNode.current.memoizedState.isDehydrated
}

/** Expects that hydration has not started. */
export async function expectNotHydrated(page: Page): Promise<void> {
  const marks = await page.evaluate(() => Object.keys(document).filter((name) => name.startsWith('__react')))
  expect(marks).toEqual([])
}

type ReactRoot = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }

/** Waits until the page of this URL is shown. The right URL alone is not enough, because it changes before the page does. */
export async function waitForUrl(page: Page, url: string): Promise<void> {
  await expect(page).toHaveURL(url)
  await waitUntilIdle(page)
}

/** Waits until no navigation is pending. The progress line exists before it becomes visible. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await expect(page.locator('.progress-line')).toHaveCount(0)
}

export function toastWith(page: Page, text: string) {
  return page.locator('[data-sonner-toast]').filter({ hasText: text })
}

/** The text that screen readers announce: of a toast, or of a success that the page itself shows. */
export function announcement(page: Page, text: string | RegExp) {
  return page.locator('[aria-live] > p').filter({ hasText: text })
}

/** Checks the whole page, or only the part that a selector names. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  await waitUntilIdle(page)
  await page.waitForFunction(isStill)
  await expectNoViolations(page, part)
}

/** Whether all finite animations have ended. Without this wait, a fading toast would fail the colour check. */
function isStill(): boolean {
  return document
    .getAnimations()
    .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity)
}

/** Expects the page to be accessible and no wider than the screen, on a phone and on a desktop. */
export async function expectFitsEveryWidth(page: Page): Promise<void> {
  const before = page.viewportSize() ?? screens.phone
  for (const size of Object.values(screens)) {
    await page.setViewportSize(size)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  await page.setViewportSize(before)
}

/** Checks immediately, without waiting for navigation or animations. */
export async function expectNoViolations(page: Page, part = 'html'): Promise<void> {
  // Injected once per page, because axe is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  expect(await page.evaluate(findViolations, part)).toEqual([])
}

async function findViolations(part: string): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
  const { violations } = await axe.run(part, {
    resultTypes: ['violations'],
    // The message quotes the elements themselves.
    selectors: false,
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const readOverflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(readOverflow).toBeLessThanOrEqual(0)
}
