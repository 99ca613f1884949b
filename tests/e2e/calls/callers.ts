import { rmSync } from 'node:fs'
import type { Browser, BrowserContext } from '@playwright/test'
import type { CallType } from '#domain/sessions/contract.ts'
import type { Person } from '#domain/policy.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { billedMinutes, callTimes } from '#domain/sessions/rules.ts'
import type { SessionId } from '#kernel/ids.ts'
import { type Inside, openDatabase } from '#tests/e2e/database.ts'
import { expect, hydrated, type Page, test, toastWith } from '#tests/e2e/test.ts'
import { newExpert, raviProfile } from '#tests/experts.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { copyData, type Product, removeData, startProduct } from '#tests/product.ts'
import { newRequest, sessionRow, timeline } from '#tests/sessions.ts'
import { somebody } from '#tests/signed-in.ts'

/** In these journeys a minute has six seconds, so that a bill needs no patience. Nothing else is quicker. */
export const minuteMs = 6_000
const times = { ...callTimes, minuteMs }

type File = { name: string; mimeType: string; buffer: Buffer } | null

export type Caller = { person: Person; page: Page; context: BrowserContext }
export type Expert = Caller & { expertId: string }

/** `refunded`: the expert left within two minutes, so everything comes back by itself. */
type Bill = { faults?: number; money?: number; refunded?: boolean }

export type Stage = ReturnType<typeof useStage>

/** The first start lets people live six weeks, so every file of journeys begins with a copy of one. */
let firstStart: Promise<string> | undefined

async function makeFirstStart(): Promise<string> {
  const product = await startProduct()
  process.on('exit', () => rmSync(product.dataDir, { recursive: true, force: true }))
  await product.ready
  await product.stop()
  return product.dataDir
}

/** A product of its own with short minutes, and people with cameras. */
export function useStage(environment: () => Promise<Record<string, string>> = async () => ({})) {
  let product: Product
  let inside: Inside
  let contexts: BrowserContext[] = []

  test.beforeAll(async () => {
    test.setTimeout(120_000)
    firstStart ??= makeFirstStart()
    const dataDir = await copyData(await firstStart)
    product = await startProduct({
      CALL_MINUTE_MS: String(minuteMs),
      ...(await environment()),
      DATA_DIR: dataDir,
    })
    await product.ready
    inside = await openDatabase(product.dataDir)
  })
  test.afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
    const errors = product
      .output()
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line))
      // A queue whose database is only just coming back says so and begins anew.
      .filter((line) => !line.includes('job queue'))
    expect(errors).toEqual([])
  })
  test.afterAll(async () => {
    await inside?.close()
    await product?.stop('SIGKILL')
    if (product) await removeData(product)
  })

  /** A browser with a camera and a microphone, and nobody signed in. */
  async function visitor(browser: Browser, width = 390): Promise<Pick<Caller, 'page' | 'context'>> {
    const { origin } = product
    const viewport = { width, height: 800 }
    const context = await browser.newContext({ baseURL: origin, viewport, locale: 'en-IN' })
    contexts.push(context)
    await context.grantPermissions(['camera', 'microphone', 'notifications'], { origin })
    await context.addInitScript(rememberConnections)
    return { context, page: await context.newPage() }
  }

  async function arrive(
    browser: Browser,
    token: string,
    width = 1280,
  ): Promise<Pick<Caller, 'page' | 'context'>> {
    const arrived = await visitor(browser, width)
    const url = product.origin
    await arrived.context.addCookies([
      { name: 'samjhao_sign_in', value: token, url, httpOnly: true, sameSite: 'Lax' },
    ])
    return arrived
  }

  const session = (id: SessionId) => sessionRow(inside.db, id)

  async function walletOf(studentId: string): Promise<number | undefined> {
    const { rows } = (await inside.query('select wallet_balance::float as left from students where id = $1', [
      studentId,
    ])) as { rows: { left: number }[] }
    return rows[0]?.left
  }

  return {
    inside: () => inside,
    product: () => product,
    visitor,
    /** The same data behind the same address, by another process. */
    async restart(): Promise<void> {
      const { port, dataDir } = product
      await inside.close()
      await product.stop('SIGKILL')
      product = await startProduct(
        { CALL_MINUTE_MS: String(minuteMs), ...(await environment()), DATA_DIR: dataDir },
        { port },
      )
      await product.ready
      inside = await openDatabase(dataDir)
    },
    /** Asha, on the telephone, with that much money. */
    async student(browser: Browser, money = 100): Promise<Caller> {
      const { person, token } = await somebody(inside.as, 'student', 'Asha Verma')
      if (money > 0) await giveMoney(inside.as({ kind: 'system' }), person.id, rupees(money))
      const arrived = await arrive(browser, token, 390)
      return { person, ...arrived }
    },
    /** Ravi, at the desk, online because a page of his is open. */
    async expert(browser: Browser, fullName = 'Ravi Nair'): Promise<Expert> {
      const { person, token, expertId } = await newExpert(inside.as, {
        profile: { ...raviProfile, fullName },
      })
      const arrived = await arrive(browser, token)
      await arrived.page.goto('/expert/profile')
      await hydrated(arrived.page)
      await arrived.page.getByRole('switch').click()
      await expect(arrived.page.getByRole('switch')).toBeChecked()
      await expect(arrived.page.getByText('This tab can ring')).toBeVisible()
      const isReachable = async () =>
        (
          await inside.db
            .selectFrom('experts')
            .select('reachable')
            .where('id', '=', expertId)
            .executeTakeFirst()
        )?.reachable
      await expect.poll(isReachable).toBe(true)
      return { person, expertId, ...arrived }
    },
    /** Asks as people do. */
    async ask(
      { page }: Caller,
      { expertId }: Expert,
      {
        callType = 'video' as CallType,
        question = 'Why does a spinning top not fall over?',
        file = null as File,
      } = {},
    ): Promise<SessionId> {
      await page.goto(`/expert/details/${expertId}`)
      await hydrated(page)
      const name = callType === 'video' ? 'Book Video Session' : 'Book Audio Call'
      await page.getByRole('button', { name }).click()
      const dialog = page.getByRole('dialog', { name: 'Request Session' })
      await dialog.getByRole('textbox', { name: 'Your question' }).fill(question)
      if (file) await dialog.locator('input[type=file]').setInputFiles(file)
      await dialog.getByRole('button', { name: new RegExp(`^Start ${callType} call`) }).click()
      await expect(toastWith(page, 'Request sent to Ravi Nair')).toBeVisible()
      await expect(page.getByText('Calling Ravi Nair').last()).toBeVisible()
      const { id } = await inside.db
        .selectFrom('help_sessions')
        .innerJoin('experts', 'experts.user_id', 'help_sessions.expert_id')
        .select('help_sessions.id')
        .where('experts.id', '=', expertId)
        .orderBy('asked_at', 'desc')
        .executeTakeFirstOrThrow()
      return id as SessionId
    },
    /** Asks without the dialog, and comes in at the page that is open. */
    async ring(student: Caller, expert: Expert, callType: CallType = 'video'): Promise<SessionId> {
      const { page, person } = student
      if (page.url() === 'about:blank') await page.goto('/how-it-works')
      await hydrated(page)
      const id = await requestSession(
        { ...inside.as(person), times },
        newRequest(expert.expertId, { callType }),
      )
      await page.getByRole('button', { name: 'Continue here' }).click()
      await expect(page.getByText('Calling Ravi Nair').last()).toBeVisible()
      return id
    },
    session,
    /** Beats come every two seconds, so the time between the last ones and the end is nobody's; each fault may cost five seconds. */
    async expectBill(id: SessionId, sharedMs: number, how: Bill = {}): Promise<void> {
      const { faults = 0, money = 100, refunded = false } = how
      await expect.poll(async () => (await session(id)).state).toBe('settled')
      const { live_ms, billed_minutes, charged_paise, student_id } = await session(id)
      expect(live_ms).toBeLessThanOrEqual(sharedMs + 1_500)
      expect(live_ms).toBeGreaterThanOrEqual(sharedMs - 3_000 - faults * 5_000)
      expect(billed_minutes).toBe(billedMinutes(live_ms, minuteMs))
      expect(charged_paise).toBe((billed_minutes ?? 0) * 10_00)
      const spent = refunded ? 0 : (billed_minutes ?? 0) * 10
      await expect.poll(() => walletOf(student_id)).toBe(money - spent)
    },
    timeline: (id: SessionId) => timeline(inside.db, id),
  }
}

export async function accept({ page }: Caller): Promise<void> {
  await page.getByRole('button', { name: 'Accept' }).click()
}

export async function hangUp({ page }: Pick<Caller, 'page'>): Promise<void> {
  await page.getByRole('button', { name: 'Hang up' }).click()
}

/** Both see time run. */
export async function expectConnected(...callers: Pick<Caller, 'page'>[]): Promise<void> {
  for (const { page } of callers) await expect(page.getByRole('timer')).toBeVisible({ timeout: 20_000 })
}

/** Keeps the connections of a page where a test can look at their counters. */
function rememberConnections() {
  const made: RTCPeerConnection[] = []
  Object.assign(window, { connections: made })
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...args: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...args)
      made.push(this)
    }
  }
}

/** What has come over the connection that this page has now. */
export async function received({ page }: Pick<Caller, 'page'>) {
  return page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] }
    const seen = { frames: 0, sound: 0, bytes: 0, ways: [] as string[] }
    for (const connection of connections.filter(({ connectionState }) => connectionState !== 'closed')) {
      const report = await connection.getStats()
      for (const entry of report.values()) {
        if (entry.type === 'inbound-rtp' && entry.kind === 'video') seen.frames += entry.framesDecoded ?? 0
        if (entry.type === 'inbound-rtp' && entry.kind === 'audio') seen.sound += entry.totalAudioEnergy ?? 0
        if (entry.type === 'candidate-pair') seen.bytes += entry.bytesReceived ?? 0
        if (entry.type === 'candidate-pair' && entry.nominated && entry.bytesReceived > 0)
          seen.ways.push(report.get(entry.localCandidateId)?.candidateType)
      }
    }
    return seen
  })
}

/** Pictures are decoded and voices heard, from now on, at each of them. */
export async function expectPictureAndSound(...callers: Pick<Caller, 'page'>[]): Promise<void> {
  for (const caller of callers) {
    const before = await received(caller)
    await expect
      .poll(async () => (await received(caller)).frames, { timeout: 20_000 })
      .toBeGreaterThan(before.frames + 5)
    await expect.poll(async () => (await received(caller)).sound).toBeGreaterThan(before.sound)
  }
}

/**
 * Measures shared time without our code: it looks at the browsers' own counters several times a second, and time counts
 * while both have received something in the last second.
 */
export function startStopwatch(...callers: Pick<Caller, 'page'>[]) {
  let sharedMs = 0
  const stopping = new AbortController()
  const grewAt = callers.map(() => -Infinity)
  const bytes = callers.map(() => 0)
  const ended = (async () => {
    let before = performance.now()
    while (!stopping.signal.aborted) {
      const now = await look()
      if (Math.min(...grewAt) > now - 1_500) sharedMs += now - before
      before = now
    }
  })()
  return {
    async stop(): Promise<number> {
      stopping.abort()
      await ended
      return sharedMs
    },
  }

  async function look(): Promise<number> {
    const seen = await Promise.all(callers.map((caller) => received(caller).catch(() => null)))
    const now = performance.now()
    for (const [index, counters] of seen.entries()) {
      if (!counters || counters.bytes === bytes[index]) continue
      grewAt[index] = now
      bytes[index] = counters.bytes
    }
    return now
  }
}
