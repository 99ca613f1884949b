import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { expect } from 'vitest'
import { setOnline } from '#domain/experts/set-online.server.ts'
import type { Actor } from '#domain/policy.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import type { CallContext } from '#domain/sessions/transition-session.server.ts'
import { findChromium } from '#scripts/system-packages.mjs'
import { chromiumFlags } from '#tests/chromium-flags.ts'
import { newExpert, raviProfile } from '#tests/experts.ts'
import { reduceMedia, readReceived, recordConnections } from '#tests/media-in-page.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest, sessionRow } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

export const launchBrowser = (executablePath = findChromium()) =>
  chromium.launch({ executablePath, args: chromiumFlags })

type Options = {
  origin: string
  as(actor: Actor): CallContext
  /** The same browser for both sides, or one for each. */
  browsers: { student: Browser; expert: Browser }
}

/** Starts a video call between two real browsers and resolves when both see each other. */
export async function startBrowserCall({ origin, as, browsers }: Options) {
  const [asha, ravi] = [
    await newSignedInPerson(as, 'student', 'Asha Verma'),
    await newExpert(as, { profile: raviProfile }),
  ]
  await giveMoney(as({ kind: 'system' }), asha.person.id, rupees(100))
  const errors: string[] = []
  const open = async (browser: Browser, token: string, width: number): Promise<Page> => {
    const context = await browser.newContext({ baseURL: origin, viewport: { width, height: 800 } })
    await context.grantPermissions(['camera', 'microphone', 'notifications'], { origin })
    await context.addInitScript(recordConnections)
    await context.addInitScript(reduceMedia)
    await context.addCookies([{ name: 'samjhao_sign_in', value: token, url: origin, httpOnly: true, sameSite: 'Lax' }])
    context.on('weberror', (problem) => errors.push(String(problem.error())))
    const page = await context.newPage()
    await page.goto('/how-it-works')
    // The first interaction starts the scripts of the page.
    await page.mouse.move(10, 10)
    return page
  }
  const expert = await open(browsers.expert, ravi.token, 1280)
  await setOnline(as({ ...ravi.person, approval: 'approved' }), true)
  const { db } = as({ kind: 'system' })
  const isReachable = async () => {
    const found = db.selectFrom('experts').select('reachable').where('id', '=', ravi.expertId)
    return (await found.executeTakeFirst())?.reachable
  }
  await expect.poll(isReachable).toBe(true)
  const student = await open(browsers.student, asha.token, 390)
  await expect.poll(() => student.evaluate(() => document.readyState)).toBe('complete')
  const id = await requestSession(as(asha.person), newRequest(ravi.expertId, { callType: 'video' }))
  await student.getByRole('button', { name: 'Continue here' }).click()
  await expert.getByRole('button', { name: 'Accept' }).click()
  const pages = { student, expert }
  for (const page of Object.values(pages)) {
    await page.getByRole('timer').waitFor()
    await expect.poll(async () => (await readReceived({ page })).frames).toBeGreaterThan(0)
  }
  return {
    id,
    ...pages,
    errors,
    readSession: () => sessionRow(db, id),
    watchFrames: () => watchFrames(Object.values(pages)),
    async hangUp(): Promise<void> {
      await student.getByRole('button', { name: 'Hang up' }).click()
      await expect.poll(async () => (await sessionRow(db, id)).state).toBe('settled')
    },
    async close(): Promise<void> {
      for (const page of Object.values(pages)) await page.context().close()
    },
  }
}

/**
 * Samples the decoded frames of each page several times a second. `stop` returns the longest time without a new frame,
 * in ms.
 */
function watchFrames(pages: Page[]) {
  const stopping = new AbortController()
  const seen = pages.map(() => ({ frames: 0, atMs: performance.now(), longestMs: 0 }))
  const sampleFrames = async () => {
    for (const [index, page] of pages.entries()) {
      const { frames } = await readReceived({ page })
      const last = seen[index]
      if (!last) continue
      const now = performance.now()
      last.longestMs = Math.max(last.longestMs, now - last.atMs)
      if (frames > last.frames) Object.assign(last, { frames, atMs: now })
    }
  }
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await sampleFrames()
      await sleep(250)
    }
  })()
  watching.catch(() => undefined)
  return {
    async stop(): Promise<number> {
      stopping.abort()
      await watching
      return Math.max(...seen.map(({ longestMs }) => longestMs))
    },
  }
}
