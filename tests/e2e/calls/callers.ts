import type { Browser, BrowserContext, Locator } from '@playwright/test'
import { setOnline } from '#domain/experts/set-online.server.ts'
import type { CallType, SessionEventKind } from '#domain/sessions/contract.ts'
import type { Person } from '#domain/policy.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { billedMinutes, callTimes } from '#domain/sessions/rules.ts'
import type { ExpertId, SessionId } from '#kernel/ids.ts'
import { beatFreshMs } from '#kernel/limits.ts'
import { type Measured, recordBeats } from '#tests/e2e/calls/stopwatch.ts'
import { type DatabaseAccess, openDatabase } from '#tests/e2e/database.ts'
import { minuteMs, products } from '#tests/e2e/products.ts'
import { dashboardSwitch } from '#tests/e2e/experts.ts'
import { expect, waitForHydration, type Page, test, toastWith, openPage } from '#tests/e2e/test.ts'
import { newExpert, raviProfile } from '#tests/experts.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { reduceMedia, recordConnections } from '#tests/media-in-page.ts'
import { copyData, getFirstStartFolder, type Product, removeData, startProduct } from '#tests/product.ts'
import { newRequest, sessionRow, timeline } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const times = { ...callTimes, minuteMs }

type File = { name: string; mimeType: string; buffer: Buffer } | null

export type Caller = { person: Person; page: Page; context: BrowserContext }
export type Expert = Caller & { expertId: ExpertId }

type Bill = {
  /** Number of lost connections. Each may add up to the lifetime of one media beat to the bill. */
  faults?: number
  /** Time that the stopwatch counted while no meter was running. */
  awayMs?: number
  money?: number
  /** The expert left within two minutes, so everything is refunded automatically. */
  refunded?: boolean
}

type CallFixtureOptions = {
  /** Starts a separate product for a file that stops it or needs another environment. */
  ownProduct?(): Promise<Record<string, string>>
  /** Uses the product’s normal media quality. By default the tests use less CPU. */
  fullMedia?: boolean
}

/**
 * Creates callers with cameras in the shared product for calls. Video costs three times the CPU, so calls use audio
 * unless a test is about video.
 */
export function useCallFixture({ ownProduct, fullMedia = false }: CallFixtureOptions = {}) {
  let own: Product | undefined
  let database: DatabaseAccess
  const contexts: BrowserContext[] = []

  test.beforeAll(async () => {
    if (ownProduct) own = await startOwn()
    database = await openDatabase(getProduct().dataDir)
  })
  test.afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
    const errors = (own?.output() ?? '')
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line))
      // The job queue logs errors while its database restarts, then retries.
      .filter((line) => !line.includes('job queue'))
    expect(errors).toEqual([])
  })
  test.afterAll(async () => {
    await database?.close()
    await own?.stop('SIGKILL')
    if (own) await removeData(own)
  })

  const getProduct = () => own ?? products.calls

  async function startOwn(before?: Product): Promise<Product> {
    test.setTimeout(120_000)
    const dataDir = before?.dataDir ?? (await copyData(await getFirstStartFolder()))
    const environment = { CALL_MINUTE_MS: String(minuteMs), ...(await ownProduct?.()), DATA_DIR: dataDir }
    const started = await startProduct(environment, { port: before?.port })
    await started.ready
    return started
  }

  /** Opens a browser with a camera and a microphone, not signed in. */
  async function openVisitor(browser: Browser, width = 390): Promise<Pick<Caller, 'page' | 'context'>> {
    const { origin } = getProduct()
    const viewport = { width, height: 800 }
    const context = await browser.newContext({
      baseURL: origin,
      viewport,
      locale: 'en-IN',
      // Without a GPU, animations cost CPU time.
      reducedMotion: fullMedia ? 'no-preference' : 'reduce',
    })
    contexts.push(context)
    await context.grantPermissions(['camera', 'microphone', 'notifications'], { origin })
    await context.addInitScript(recordConnections)
    if (!fullMedia) await context.addInitScript(reduceMedia)
    await recordBeats(context)
    return { context, page: await context.newPage() }
  }

  async function openSignedIn(
    browser: Browser,
    token: string,
    width = 1280,
  ): Promise<Pick<Caller, 'page' | 'context'>> {
    const opened = await openVisitor(browser, width)
    const url = getProduct().origin
    await opened.context.addCookies([{ name: 'samjhao_sign_in', value: token, url, httpOnly: true, sameSite: 'Lax' }])
    return opened
  }

  async function openExpert(browser: Browser, fullName: string): Promise<Expert> {
    const { person, token, expertId } = await newExpert(database.as, { profile: { ...raviProfile, fullName } })
    return { person, expertId, ...(await openSignedIn(browser, token)) }
  }

  async function expectReachable({ expertId }: Expert): Promise<void> {
    const isReachable = async () => {
      const found = database.db.selectFrom('experts').select('reachable').where('id', '=', expertId)
      return (await found.executeTakeFirst())?.reachable
    }
    await expect.poll(isReachable, { intervals: [50] }).toBe(true)
  }

  const readSession = (id: SessionId) => sessionRow(database.db, id)

  /** Returns the time of the last event of this kind in the timeline. */
  async function readEventTime(id: SessionId, what: SessionEventKind): Promise<Date> {
    const { at } = await database.db
      .selectFrom('session_events')
      .select('at')
      .where('session_id', '=', id)
      .where('what', '=', what)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return at
  }

  async function readWallet(studentId: string): Promise<number | undefined> {
    const { rows } = (await database.query('select wallet_balance::float as left from students where id = $1', [
      studentId,
    ])) as { rows: { left: number }[] }
    return rows[0]?.left
  }

  return {
    databaseAccess: () => database,
    getProduct,
    openVisitor,
    /** Kills the process and starts another on the same data and address. Needs `ownProduct`. */
    async restart(): Promise<void> {
      if (!own) throw new Error('restart() needs a product of its own: pass ownProduct to useCallFixture.')
      await database.close()
      await own.stop('SIGKILL')
      own = await startOwn(own)
      database = await openDatabase(own.dataDir)
    },
    /** Adds Asha, on a phone, with this many rupees. */
    async addStudent(browser: Browser, money = 100, fullName = 'Asha Verma'): Promise<Caller> {
      const { person, token } = await newSignedInPerson(database.as, 'student', fullName)
      if (money > 0) await giveMoney(database.as({ kind: 'system' }), person.id, rupees(money))
      const opened = await openSignedIn(browser, token, 390)
      return { person, ...opened }
    },
    /** Adds Ravi, online because one of his pages is open. */
    async addExpert(browser: Browser, fullName = 'Ravi Nair'): Promise<Expert> {
      const expert = await openExpert(browser, fullName)
      await setOnline(database.as({ ...expert.person, approval: 'approved' }), true)
      await openPage(expert.page, '/how-it-works')
      await expectReachable(expert)
      return expert
    },
    /** Adds Ravi, who goes online with the switch on his dashboard, the heaviest page. */
    async addOnlineExpert(browser: Browser): Promise<Expert> {
      const expert = await openExpert(browser, 'Ravi Nair')
      const { page } = expert
      await openPage(page, '/expert/profile')
      await dashboardSwitch(page).click()
      await expect(dashboardSwitch(page)).toBeChecked()
      await expect(page.getByText('This tab can ring')).toBeVisible()
      await expectReachable(expert)
      return expert
    },
    /** Requests a session through the dialog. */
    async requestSession(
      { page }: Caller,
      { expertId }: Expert,
      { callType = 'audio' as CallType, question = 'Why does a spinning top not fall over?', file = null as File } = {},
    ): Promise<SessionId> {
      await openPage(page, `/expert/details/${expertId}`)
      const name = callType === 'video' ? 'Book Video Session' : 'Book Audio Call'
      await page.getByRole('button', { name }).click()
      const dialog = page.getByRole('dialog', { name: 'Request Session' })
      await dialog.getByRole('textbox', { name: 'Your question' }).fill(question)
      if (file) await dialog.getByLabel('Choose a file').setInputFiles(file)
      await dialog.getByRole('button', { name: new RegExp(`^Start ${callType} call`) }).click()
      await expect(toastWith(page, 'Request sent to Ravi Nair')).toBeVisible()
      await expect(page.getByText('Calling Ravi Nair').last()).toBeVisible()
      const { id } = await database.db
        .selectFrom('help_sessions')
        .innerJoin('experts', 'experts.user_id', 'help_sessions.expert_id')
        .select('help_sessions.id')
        .where('experts.id', '=', expertId)
        .orderBy('asked_at', 'desc')
        .executeTakeFirstOrThrow()
      return id
    },
    /** Requests a session without the dialog and joins from the open page. */
    async ring(student: Caller, expert: Expert, callType: CallType = 'audio'): Promise<SessionId> {
      const { page, person } = student
      if (page.url() === 'about:blank') await page.goto('/how-it-works')
      await waitForHydration(page)
      const id = await requestSession({ ...database.as(person), times }, newRequest(expert.expertId, { callType }))
      await page.getByRole('button', { name: 'Continue here' }).click()
      await expect(page.getByText('Calling Ravi Nair').last()).toBeVisible()
      return id
    },
    readSession,
    /**
     * Compares the bill with a stopwatch. A session is billed from the first to the last media beat of both sides. Both
     * times come from records, because a busy machine delays them.
     */
    async expectBill(id: SessionId, measured: Measured, bill: Bill = {}): Promise<void> {
      const { faults = 0, awayMs = 0, money = 100, refunded = false } = bill
      await expect.poll(async () => (await readSession(id)).state).toBe('settled')
      const { live_ms, billed_minutes, charged_paise, student_id } = await readSession(id)
      const { sharedMs, fromAt, stoppedAt, sampleMs, mediaBeatAt } = measured
      const connectedAt = (await readEventTime(id, 'connected')).getTime()
      const events = await timeline(database.db, id)
      const gapsMs = Math.max(faults, countGaps(events)) * beatFreshMs
      const freeMs = Math.max(0, connectedAt - fromAt) + (stoppedAt - mediaBeatAt) + gapsMs + awayMs
      expect(live_ms, events.join(', ')).toBeLessThanOrEqual(sharedMs + sampleMs)
      expect(live_ms, events.join(', ')).toBeGreaterThanOrEqual(sharedMs - freeMs - sampleMs)
      expect(billed_minutes).toBe(billedMinutes(live_ms, minuteMs))
      expect(charged_paise).toBe((billed_minutes ?? 0) * 10_00)
      const spent = refunded ? 0 : (billed_minutes ?? 0) * 10
      await expect.poll(() => readWallet(student_id)).toBe(money - spent)
    },
    readEventTime,
    readTimeline: (id: SessionId) => timeline(database.db, id),
  }
}

/**
 * Counts the interruptions of a timeline. A page that misses answers of a busy server opens a new socket and joins
 * again: that is not a lost connection, but the time since the last media beat is free, too.
 */
function countGaps(events: string[]): number {
  let [gaps, isLost] = [0, false]
  for (const event of events.slice(events.indexOf('connected'))) {
    if (event.startsWith('lost') || (event.startsWith('joined') && !isLost)) gaps += 1
    if (event.startsWith('lost')) isLost = true
    if (event === 'resumed') isLost = false
  }
  return gaps
}

export async function accept({ page }: Caller): Promise<void> {
  await page.getByRole('button', { name: 'Accept' }).click()
}

export async function hangUp({ page }: Pick<Caller, 'page'>): Promise<void> {
  await page.getByRole('button', { name: 'Hang up' }).click()
}

/** Expects every caller to see the call timer. */
export async function expectConnected(...callers: Pick<Caller, 'page'>[]): Promise<void> {
  for (const { page } of callers) await expect(page.getByRole('timer')).toBeVisible({ timeout: 20_000 })
}

/** Waits until the timer shows at least this many seconds. Polling may miss a single second. */
export async function expectTalkedFor(timer: Locator, seconds: number, timeout = 40_000): Promise<void> {
  const readSeconds = async () => {
    const [minutes = 0, rest = 0] = ((await timer.textContent()) ?? '').split(':').map(Number)
    return minutes * 60 + rest
  }
  await expect.poll(readSeconds, { timeout }).toBeGreaterThanOrEqual(seconds)
}
