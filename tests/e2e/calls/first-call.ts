import type { Locator, Page } from '@playwright/test'
import { uniqueEmail } from '#tests/e2e/people.ts'
import { openAtFirstPaint, slowDown } from '#tests/e2e/slow-line.ts'

/** Half of the round trip. */
const socketDelayMs = 200
const processorSlowdown = 4
export const slow = { timeout: 90_000 }

type Step = { name: string; ms: number }
export type Journey = ReturnType<typeof startJourney>

/**
 * Simulates a slow phone on a slow connection, and counts the bytes that it loads. Chromium does not delay the messages
 * of sockets, so this does.
 */
export async function slowDownPhone(page: Page): Promise<{ readBytes(): number }> {
  await slowDown(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
  await devtools.send('Network.enable')
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await page.routeWebSocket('**/live', (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => setTimeout(() => server.send(message), socketDelayMs))
    server.onMessage((message) => setTimeout(() => socket.send(message), socketDelayMs))
  })
  return { readBytes: () => bytes }
}

/**
 * Counts taps and fields, and measures the time of each step. Typing takes no time here, so this is the time of the
 * software alone.
 */
export function startJourney(page: Page) {
  const startedAtMs = performance.now()
  const steps: Step[] = []
  let [taps, fields] = [0, 0]
  const readMs = () => performance.now() - startedAtMs
  return {
    page,
    async tap(target: Locator) {
      taps += 1
      await target.click(slow)
    },
    /** The question is not counted. */
    write: (target: Locator, text: string) => target.fill(text, slow),
    async fill(target: Locator, text: string) {
      fields += 1
      await target.fill(text, slow)
    },
    /** Ends a step. */
    reached(name: string) {
      steps.push({ name, ms: readMs() - sumOf(steps) })
    },
    count: () => ({ taps, fields }),
    steps: () => steps,
    totalMs: () => sumOf(steps),
  }
}

/** Opens the home page and taps Find. */
export async function openAnyoneRequest(journey: Journey): Promise<Locator> {
  const { page } = journey
  await openAtFirstPaint(page, '/')
  journey.reached('first paint')
  await journey.tap(page.getByRole('main').getByRole('button', { name: 'Find somebody now' }))
  return waitForDialog(journey, 'Find somebody now')
}

/** Opens the home page, then the list of experts, and taps the video call of one of them. */
export async function openExpert(journey: Journey, card: (page: Page) => Locator): Promise<Locator> {
  const { page } = journey
  await openAtFirstPaint(page, '/')
  journey.reached('first paint')
  await journey.tap(page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Experts' }))
  const button = card(page).getByRole('button', { name: /^Video/ })
  await button.waitFor(slow)
  journey.reached('list of experts')
  await journey.tap(button)
  return waitForDialog(journey, 'Request Session')
}

async function waitForDialog(journey: Journey, name: string): Promise<Locator> {
  const dialog = journey.page.getByRole('dialog', { name })
  await dialog.waitFor(slow)
  journey.reached('dialog')
  return dialog
}

/** Creates an account and adds money in the dialog, which sends the question. */
export async function askAsNewStudent(journey: Journey, dialog: Locator, question: string): Promise<void> {
  await journey.write(dialog.getByRole('textbox', { name: 'Your question' }), question)
  await journey.tap(dialog.getByRole('button', { name: 'Continue' }))
  await journey.fill(dialog.getByRole('textbox', { name: 'Full Name' }), 'Nisha Kapoor')
  journey.reached('account form')
  await journey.fill(dialog.getByRole('textbox', { name: 'Email' }), uniqueEmail())
  await journey.fill(dialog.locator('[name=password]'), 'quite-a-secret')
  await journey.tap(dialog.getByRole('button', { name: 'Create account and continue' }))
  const pay = dialog.getByRole('button', { name: /^Add ₹/ })
  await pay.waitFor(slow)
  journey.reached('account')
  await journey.tap(pay)
  await waitForRing(journey)
}

export async function askAsReturningStudent(journey: Journey, dialog: Locator, question: string): Promise<void> {
  await journey.write(dialog.getByRole('textbox', { name: 'Your question' }), question)
  await journey.tap(dialog.getByRole('button', { name: /^(Start video call|Find somebody now)/ }))
  await waitForRing(journey)
}

async function waitForRing(journey: Journey): Promise<void> {
  await journey.page
    .getByText(/^(Calling |\d+ experts? (is|are) being asked)/)
    .first()
    .waitFor(slow)
  journey.reached('ring')
}

/** Waits for the answer of a demo expert and for the connection. */
export async function waitForCall(journey: Journey): Promise<void> {
  const { page } = journey
  const timer = page.getByRole('timer')
  await page
    .getByText(/^Connecting( you now\.)?$/)
    .or(timer)
    .first()
    .waitFor(slow)
  journey.reached('answer')
  await timer.waitFor(slow)
  journey.reached('connected')
}

function sumOf(steps: Step[]): number {
  return steps.reduce((sum, { ms }) => sum + ms, 0)
}

/** One line, in seconds. */
export function describeSteps(journey: Journey): string {
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  const parts = journey.steps().map(({ name, ms }) => `${name} ${seconds(ms)}`)
  return `${seconds(journey.totalMs())} s (${parts.join(', ')})`
}
