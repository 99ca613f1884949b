import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

export { expect, type Page }

type Fixtures = {
  /** Complaints that a test provokes on purpose, as patterns. */
  expectedComplaints: RegExp[]
  watched: void
}

/** Every test fails on a console error, a page error, a failed request to us, or an error in the server's log. */
export const test = base.extend<Fixtures>({
  expectedComplaints: [[], { option: true }],
  watched: [
    async ({ context, expectedComplaints }, use, info) => {
      const complaints: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`console error: ${message.text()}`)
      })
      context.on('weberror', (problem) => complaints.push(`page error: ${String(problem.error())}`))
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

/** Gives the first sign of a person and waits until React has taken the page over. */
export async function hydrated(page: Page): Promise<void> {
  await page.mouse.move(1, 1)
  await takenOver(page)
}

/** Waits for React without giving any sign. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const element = document.querySelector('header')
    return element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber$'))
  })
}

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found).toEqual([])
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

/** By the menu. */
export async function logOut(page: Page): Promise<void> {
  const account = page.getByRole('button', { name: /^Your account/ })
  await account.click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(account).toHaveCount(0)
}
