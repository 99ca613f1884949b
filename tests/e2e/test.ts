import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { screens } from '#tests/e2e/screens.ts'

export { expect, type Page }

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Fixtures = {
  /** Complaints that a test provokes on purpose, as patterns. */
  expectedComplaints: RegExp[]
  watched: void
}

/**
 * A page that asks the server again while an earlier answer is still being read gives that one up, and React Router's decoder leaves
 * the end of its stream to nobody (`done` in its turbo-stream). Nothing is lost: the later answer is the one that shows.
 */
const supersededRead = 'AbortError: signal is aborted without reason'

/** Every test fails on a console error, a page error, a failed request to us, or an error in the server's log. */
export const test = base.extend<Fixtures>({
  expectedComplaints: [[], { option: true }],
  watched: [
    async ({ context, expectedComplaints }, use, info) => {
      const complaints: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`console error: ${message.text()}`)
      })
      context.on('weberror', (problem) => {
        const text = String(problem.error())
        if (text !== supersededRead) complaints.push(`page error: ${text}`)
      })
      await context.addInitScript(ignoreRestingPointer)
      const log = String(info.project.metadata.log)
      const before = readFileSync(log, 'utf8').length
      await use()
      const logged = readFileSync(log, 'utf8').slice(before)
      complaints.push(
        ...logged
          .split('\n')
          .filter((line) => /"level":[56]0/.test(line) && !line.includes('provoked by a test')),
      )
      const unexpected = complaints.filter(
        (text) => !expectedComplaints.some((pattern) => pattern.test(text)),
      )
      expect(unexpected).toEqual([])
    },
    { auto: true },
  ],
})

/** Chromium without a window tells every page that a pointer rests in its corner, which our pages would take for a person. */
function ignoreRestingPointer() {
  const ignore = (event: PointerEvent) => {
    if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation()
  }
  addEventListener('pointermove', ignore, { capture: true })
}

/** Gives the first sign of a person and waits until React has taken the whole page over. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.mouse.move(1, 1)
  await page.waitForFunction(() => {
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'))
    const root = key && (document as unknown as Record<string, ReactRoot>)[key]
    return root && !root.stateNode.current.memoizedState.isDehydrated
  })
}

/** React has not even begun. */
export async function expectNotHydrated(page: Page): Promise<void> {
  const marks = () => page.evaluate(() => Object.keys(document).filter((name) => name.startsWith('__react')))
  expect(await marks()).toEqual([])
}

type ReactRoot = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }

/**
 * Waits until this page is the one of the address and no navigation is under way. The address alone says too little: it
 * changes a moment before the page does.
 */
export async function waitForAddress(page: Page, address: string): Promise<void> {
  await expect(page).toHaveURL(address)
  await waitUntilIdle(page)
}

/** The line is there from the first moment of a navigation on, long before it can be seen. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await expect(page.locator('.progress-line')).toHaveCount(0)
}

export function toastWith(page: Page, text: string) {
  return page.locator('[data-sonner-toast]').filter({ hasText: text })
}

/** The whole page, or the part of it that a selector names, where the rest has been looked at already. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  await waitUntilIdle(page)
  await page.waitForFunction(isStill)
  await expectNoViolations(page, part)
}

/** Nothing is fading in or out, such as a toast, whose colours would be judged in between. What moves without end does not count. */
function isStill(): boolean {
  return document
    .getAnimations()
    .every(
      ({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
    )
}

/** The page as it stands now, on a phone and on a large screen: accessible, and no wider than the screen. */
export async function expectFitsEveryWidth(page: Page): Promise<void> {
  const own = page.viewportSize() ?? screens.phone
  for (const size of Object.values(screens)) {
    await page.setViewportSize(size)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  await page.setViewportSize(own)
}

/** At this very moment, whatever is under way. */
export async function expectNoViolations(page: Page, part = 'html'): Promise<void> {
  // Once per page: it is half a megabyte to parse.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  expect(await page.evaluate(findViolations, part)).toEqual([])
}

async function findViolations(part: string): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
  const { violations } = await axe.run(part, {
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
}
