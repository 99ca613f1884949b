import type { Response } from '@playwright/test'
import { test } from '#tests/e2e/expert-people.ts'
import { type FreeText, freeTexts, createMarker, storeTextsEverywhere, type StoredTexts } from '#tests/e2e/payloads.ts'
import { setSignInCookie } from '#tests/e2e/people.ts'
import { expect, expectNoSidewaysScroll, type Page, openPage } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 180_000 })

type Viewer = 'visitor' | 'asha' | 'expert' | 'meera'
type Screen = {
  as: Viewer
  path: string | ((storedTexts: StoredTexts) => string)
  shows: FreeText[]
  /** The tab to open first. */
  tab?: string
  /** Whether the team requests the chat first. */
  readsChat?: true
}

const expertTexts = ['expertName', 'title', 'subject'] as const satisfies FreeText[]
const sessionTexts = ['question', 'fileName'] as const satisfies FreeText[]
/** The texts that the team sees of a session when it decides a case. */
const evidence = [
  ...sessionTexts,
  'studentName',
  'expertName',
  'message',
  'comment',
  'answer',
  'strengths',
  'improvements',
  'note',
] as const satisfies FreeText[]

/** Every screen that shows user text, with the texts it shows. */
const screens: Screen[] = [
  { as: 'visitor', path: `/experts?search=${createMarker('title')}&online=false`, shows: [...expertTexts] },
  { as: 'visitor', path: ({ expert }) => `/expert/${expert.expertId}`, shows: [...expertTexts, 'brief'] },
  {
    as: 'visitor',
    path: ({ expert }) => `/expert/details/${expert.expertId}`,
    shows: [...expertTexts, 'degree', 'brief', 'comment', 'answer', 'studentName'],
  },
  { as: 'asha', path: '/user/profile', shows: ['studentName', 'about', 'expertName'] },
  { as: 'asha', path: '/user/profile/edit', shows: ['studentName', 'about', 'languages'] },
  { as: 'asha', path: '/user/sessions', shows: ['expertName'] },
  {
    as: 'asha',
    path: ({ sessionId }) => `/user/sessions/${sessionId}`,
    shows: [
      ...sessionTexts,
      'message',
      'expertName',
      'comment',
      'answer',
      'strengths',
      'improvements',
      'note',
      'refundReason',
      'refundAnswer',
    ],
  },
  {
    as: 'asha',
    path: ({ declined }) => `/user/sessions/${declined}`,
    shows: [...sessionTexts, 'declineReason'],
  },
  { as: 'asha', path: '/user/refunds', shows: ['expertName', 'refundReason', 'refundAnswer'] },
  { as: 'asha', path: '/user/wallet', shows: [] },
  { as: 'asha', path: '/user/security', shows: [] },
  { as: 'expert', path: '/expert/profile', shows: ['expertName', 'title', 'degree', 'brief', 'subject'] },
  { as: 'expert', path: '/expert/profile', tab: 'Sessions', shows: ['studentName'] },
  { as: 'expert', path: '/expert/profile', tab: 'Reviews', shows: ['comment', 'answer'] },
  { as: 'expert', path: '/expert/reviews', shows: ['comment', 'answer'] },
  {
    as: 'expert',
    path: '/expert/profile/edit',
    shows: ['expertName', 'title', 'degree', 'brief', 'subject'],
  },
  { as: 'expert', path: '/expert/sessions', shows: ['studentName'] },
  {
    as: 'expert',
    path: ({ sessionId }) => `/expert/sessions/${sessionId}`,
    shows: [...sessionTexts, 'message', 'studentName', 'comment', 'answer'],
  },
  {
    as: 'expert',
    path: ({ declined }) => `/expert/sessions/${declined}`,
    shows: [...sessionTexts, 'declineReason'],
  },
  { as: 'expert', path: '/expert/wallet', shows: ['bankName'] },
  { as: 'expert', path: '/expert/wallet', tab: 'Withdrawals', shows: ['rejection'] },
  { as: 'expert', path: '/expert/wallet/statement', shows: [] },
  { as: 'meera', path: '/team/experts', shows: ['expertName'] },
  { as: 'meera', path: ({ expert }) => `/team/experts/${expert.expertId}`, shows: ['expertName', 'title'] },
  {
    as: 'meera',
    path: ({ asha }) => `/team/tickets?state=all&q=${encodeURIComponent(asha.email)}`,
    shows: ['studentName', 'report', 'refundReason', 'complaint'],
  },
  {
    as: 'meera',
    path: ({ tickets }) => `/team/tickets/${tickets.refund}`,
    shows: [...evidence, 'refundReason', 'refundAnswer'],
    readsChat: true,
  },
  {
    as: 'meera',
    path: ({ tickets }) => `/team/tickets/${tickets.report}`,
    shows: [...evidence, 'report'],
    readsChat: true,
  },
  {
    as: 'meera',
    path: ({ tickets }) => `/team/tickets/${tickets.complaint}`,
    shows: ['studentName', 'complaint', 'complaintAnswer'],
  },
  {
    as: 'meera',
    path: ({ expert }) => `/team/withdrawals?status=all&q=${encodeURIComponent(expert.email)}`,
    shows: ['expertName', 'bankName'],
  },
  {
    as: 'meera',
    path: ({ withdrawalId }) => `/team/withdrawals/${withdrawalId}`,
    shows: ['expertName', 'withdrawalNotes', 'rejection'],
  },
  {
    as: 'meera',
    path: ({ asha }) => `/team/people?q=${encodeURIComponent(asha.email)}`,
    shows: ['studentName'],
  },
  {
    as: 'meera',
    path: ({ asha }) => `/team/people/${asha.person.id}`,
    shows: ['studentName', 'expertName', 'comment', 'report', 'strengths', 'improvements', 'note'],
  },
  {
    as: 'meera',
    path: ({ expert }) => `/team/people/${expert.person.id}`,
    shows: ['expertName', 'studentName', 'comment'],
  },
  {
    as: 'meera',
    path: ({ asha }) => `/team/reviews?student=${asha.person.id}`,
    shows: ['comment', 'studentName', 'expertName'],
  },
  {
    as: 'meera',
    path: ({ reviewId }) => `/team/reviews/${reviewId}`,
    shows: ['comment', 'answer', 'studentName', 'expertName'],
  },
  {
    as: 'meera',
    path: ({ asha }) => `/team/sessions?person=${asha.person.id}`,
    shows: ['studentName', 'expertName'],
  },
  { as: 'meera', path: ({ sessionId }) => `/team/sessions/${sessionId}`, shows: [...evidence], readsChat: true },
  { as: 'meera', path: `/team/applications?q=${createMarker('applicantName')}`, shows: ['applicantName'] },
  {
    as: 'meera',
    path: ({ applicationId }) => `/team/applications/${applicationId}`,
    shows: ['applicantName', 'applicationNotes', 'letter'],
  },
  {
    as: 'meera',
    path: ({ asha }) => `/team/money/corrections?q=${encodeURIComponent(asha.email)}`,
    shows: ['studentName'],
  },
  {
    as: 'meera',
    path: ({ correctionId }) => `/team/money/corrections/${correctionId}`,
    shows: ['studentName', 'correctionReason', 'correctionAnswer'],
  },
  {
    as: 'meera',
    path: ({ asha }) => `/team/audit?about=${asha.person.id}`,
    shows: ['studentName', 'correctionReason', 'correctionAnswer'],
  },
  { as: 'meera', path: '/team/outbox', shows: ['expertName'] },
  { as: 'asha', path: '/notifications', shows: ['expertName'] },
  { as: 'expert', path: '/notifications', shows: ['studentName'] },
]

test('user text never runs, creates elements or breaks the layout on any screen', async ({ browser, people }) => {
  const storedTexts = await storeTextsEverywhere(people)
  const shown = new Set<FreeText>()
  const tokens = {
    asha: storedTexts.asha.token,
    expert: storedTexts.expert.token,
    meera: storedTexts.meera.token,
  }
  for (const viewer of ['visitor', 'asha', 'expert', 'meera'] as const) {
    const page = await browser.newPage(test.info().project.use)
    const harm = recordScriptExecution(page)
    if (viewer !== 'visitor') await setSignInCookie(page, tokens[viewer])
    for (const screen of screens.filter(({ as }) => as === viewer)) {
      const path = typeof screen.path === 'string' ? screen.path : screen.path(storedTexts)
      await test.step(`${viewer} at ${path} ${screen.tab ?? ''}`, async () => {
        const [response] = await Promise.all([page.waitForResponse(isDocument), openPage(page, path)])
        const source = await response.text()
        if (screen.tab) await page.getByRole('tab', { name: screen.tab }).click()
        if (screen.readsChat) await readChat(page)
        for (const name of screen.shows) {
          await expect.soft.poll(() => readAllText(page)).toContain(createMarker(name))
          shown.add(name)
        }
        await expectNoForeignElements(page)
        await expectNoSidewaysScroll(page)
        await page.emulateMedia({ media: 'print' })
        await expectNoForeignElements(page)
        await page.emulateMedia({ media: null })
        expect(source).not.toMatch(/<(img[/ ]src=x|svg[/ ]onload|a[/ ]href="javascript|script>__ran)/)
        expect(harm).toEqual([])
      })
    }
    await page.context().close()
  }
  expect([...shown].toSorted()).toEqual(Object.keys(freeTexts).toSorted())
})

test('user text stays text in rings, suggestions, share images, data exports and spreadsheets', async ({
  browser,
  people,
}) => {
  const storedTexts = await storeTextsEverywhere(people)
  const page = await browser.newPage(test.info().project.use)
  const harm = recordScriptExecution(page)
  const get = (path: string) => page.request.get(path)

  await openPage(page, '/')
  await page.getByRole('combobox').first().fill(createMarker('expertName'))
  await expect(page.getByRole('option').first()).toContainText(createMarker('expertName'))
  await expectNoForeignElements(page)
  const headers = (await get(`/suggestions?q=${createMarker('expertName')}`)).headers()
  expect(headers['content-type']).toContain('application/json')
  const picture = await get(`/expert/${storedTexts.expert.expertId}/share.png`)
  expect(picture.headers()['content-type']).toBe('image/png')
  expect(await (await get('/sitemap.xml')).text()).not.toContain('__ran')

  await setSignInCookie(page, storedTexts.asha.token)
  const ownData = await get('/own-data')
  expect(ownData.headers()['content-disposition']).toContain('attachment')
  expect(await ownData.text()).toContain(createMarker('report'))
  expectNoFormulas(await (await get('/statement.csv')).text())

  await page.context().clearCookies()
  await setSignInCookie(page, storedTexts.expert.token)
  expectNoFormulas(await (await get('/expert/wallet/statement.csv')).text())
  await openPage(page, '/expert/sessions')
  const id = await storedTexts.ask()
  const ring = page.getByRole('alertdialog')
  await expect(ring).toContainText(createMarker('question'))
  await expect(ring).toContainText(createMarker('studentName'))
  await expectNoForeignElements(page)
  await expectNoSidewaysScroll(page)
  expect(harm).toEqual([])
  await storedTexts.cancel(id)
  await expect(ring).toHaveCount(0)
  await page.context().close()
})

/** Reads the chat. A session page asks for a reason. On a ticket page, the ticket is the reason. */
async function readChat(page: Page): Promise<void> {
  const reason = page.getByLabel('Why you need to read it')
  if (await reason.isVisible()) await reason.fill('The student reported it.')
  await page.getByRole('button', { name: 'Read the chat' }).click()
}

/** Records scripts, dialogs, popups and requests that a text caused. */
function recordScriptExecution(page: Page): string[] {
  const harm: string[] = []
  const ownOrigin = String(test.info().project.use.baseURL)
  page.on('dialog', (dialog) => {
    harm.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => void harm.push(`popup: ${popup.url()}`))
  page.on('request', (request) => {
    const { origin, pathname, protocol } = new URL(request.url())
    const isOwn = origin === ownOrigin && !pathname.endsWith('/x')
    if (!isOwn && protocol !== 'data:' && protocol !== 'blob:') harm.push(`request: ${request.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error') harm.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => void harm.push(`error: ${error.message}`))
  void page.exposeFunction('__ran', () => void harm.push(`ran at ${page.url()}`))
  return harm
}

async function readAllText(page: Page): Promise<string> {
  const texts = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => {
        for (const folded of document.querySelectorAll('details')) folded.open = true
        const fields = document.querySelectorAll<HTMLInputElement>('input, textarea')
        return [document.body?.innerText, ...[...fields].map(({ value }) => value)].join('\n')
      }),
    ),
  )
  return texts.join('\n')
}

async function expectNoForeignElements(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const found = await frame.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => {
          const hasHandler = element.getAttributeNames().some((name) => name.startsWith('on'))
          const target = element.getAttribute('href') ?? element.getAttribute('src') ?? ''
          const isForeign = /^\s*javascript:/i.test(target) || target === 'x'
          return hasHandler || isForeign || (element.tagName === 'SCRIPT' && element.textContent === '__ran()')
        })
        .map(({ outerHTML }) => outerHTML),
    )
    expect(found).toEqual([])
  }
}

function isDocument(response: Response): boolean {
  return response.request().isNavigationRequest() && response.status() === 200
}

/** Expects no cell that a spreadsheet would evaluate. Negative amounts are numbers and allowed. */
function expectNoFormulas(csv: string): void {
  const cells = csv.split(/\r\n/).flatMap((line) => line.split(','))
  expect(cells.filter((cell) => /^"?[=+@\t-]/.test(cell) && !/^-\d+\.\d\d$/.test(cell))).toEqual([])
}
