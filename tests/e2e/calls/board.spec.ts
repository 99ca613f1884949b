import sharp from 'sharp'
import { accept, type Caller, expectConnected, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { area, board, expectSamePixels, putPen, readInk, textsOf } from '#tests/e2e/calls/board-screen.ts'
import { startStopwatch } from '#tests/e2e/calls/stopwatch.ts'
import { makePdf } from '#tests/documents.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, openPage, test, toastWith } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture()

test('both draw on one board, on a phone and on a desktop, even after a reload, and the bill is exact', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser, 1_000)]
  const foreign = watchForeignRequests(student, expert)
  const id = await fixture.requestSession(student, expert, { callType: 'video' })
  const watch = startStopwatch(student, expert)
  await accept(expert)
  await expectConnected(student, expert)

  // One press opens the board on both sides.
  await student.page.getByRole('button', { name: 'Board', exact: true }).click()
  await expect(area(student)).toBeVisible()
  await expect(toastWith(expert.page, 'Asha Verma opened the board')).toBeVisible()
  await expect(area(expert)).toBeVisible()
  for (const caller of [student, expert]) {
    await expectAccessible(caller.page, '[role=dialog]')
    await expectNoSidewaysScroll(caller.page)
    await expect(caller.page.getByRole('timer')).toBeVisible()
  }

  // An unfinished stroke is already on the other screen.
  const pen = await putPen(student)
  await pen.draw([40, 130], [200, 210], [300, 140])
  await expect.poll(() => readInk(expert, 'overlay')).toBeGreaterThan(100)
  await pen.lift()
  await expect.poll(() => readInk(expert, 'paper')).toBeGreaterThan(100)
  await expectSamePixels(student, expert)
  await expect.poll(() => readInk(expert, 'overlay')).toBe(0)

  // The expert writes by keyboard alone, where the narrow screen of the phone shows it.
  await area(expert).focus()
  const { width } = (await area(expert).boundingBox()) ?? { width: 0 }
  const steps = Math.max(0, Math.round((width / 2 - 100) / 60))
  for (let step = 0; step < steps; step += 1) await area(expert).press('ArrowLeft')
  await expert.page.keyboard.press('4')
  await expect(board(expert).getByRole('radio', { name: 'Text' })).toBeChecked()
  await expert.page.keyboard.press('Enter')
  await board(expert).getByRole('textbox', { name: 'Text' }).fill('F = m a')
  await expert.page.keyboard.press('Control+Enter')
  await expect(area(expert)).toBeFocused()
  await expect(textsOf(student)).toHaveText(['F = m a'])
  await area(expert).press('5')
  await area(expert).press('Enter')
  await board(expert).getByRole('textbox', { name: 'Formula in LaTeX' }).fill('\\frac{a}{b}')
  await expert.page.keyboard.press('Enter')
  await expect(textsOf(student)).toHaveText(['F = m a', 'Formula: \\frac{a}{b}'])
  for (let step = 0; step < steps; step += 1) await area(expert).press('ArrowRight')
  for (const caller of [student, expert]) await expect(board(caller).locator('.katex-html')).toBeVisible()
  expect(await expert.page.evaluate(() => document.fonts.check('16px KaTeX_Math'))).toBe(true)

  // Nothing is lost by a reload in the middle of a stroke of the other side.
  await expect(board(student).getByText('Saved')).toBeVisible()
  const expertPen = await putPen(expert)
  await expert.page.keyboard.press('1')
  await expertPen.draw([60, 60], [260, 65])
  await student.page.reload()
  await expertPen.lift()
  await expectConnected(student)
  await expect(area(student)).toBeVisible({ timeout: 20_000 })
  await expect(textsOf(student)).toHaveText(['F = m a', 'Formula: \\frac{a}{b}'])
  await expectSamePixels(student, expert)

  // Undo takes back only one's own steps.
  await expert.page.keyboard.press('Control+z')
  await expect.poll(() => readInk(expert, 'paper', [50, 50, 220, 30])).toBe(0)
  await expectSamePixels(student, expert)
  await expect(board(student).getByRole('button', { name: 'Undo' })).toBeDisabled()

  // Closing concerns only the own side.
  await board(student).getByRole('button', { name: 'Close the board' }).click()
  await expect(area(student)).toHaveCount(0)
  await expect(area(expert)).toBeVisible()

  await hangUp(student)
  await fixture.expectBill(id, await watch.stop(), { faults: 2, money: 1_000 })
  expect(foreign).toEqual([])
})

test('the pages of a PDF and a photo are pages of the board, and both write on them', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const buffer = makePdf([
    [1, 0, 0],
    [0, 0, 1],
  ])
  const file = { name: 'homework.pdf', mimeType: 'application/pdf', buffer }
  await fixture.requestSession(student, expert, { file })
  await accept(expert)
  await expectConnected(student, expert)
  await expert.page.getByRole('button', { name: 'Board', exact: true }).click()
  for (const caller of [student, expert]) await expect(area(caller)).toBeVisible()

  // Every page of the question's file.
  await board(expert).getByRole('button', { name: 'More board actions' }).click()
  await expert.page.getByRole('menuitem', { name: 'File of the question' }).click()
  await expect(board(expert).getByText('3 of 3')).toBeVisible({ timeout: 30_000 })
  await expectMiddle(expert, isBlue)
  await board(student).getByRole('button', { name: 'Next page' }).click()
  await expectMiddle(student, isRed)
  await expect(board(student).getByRole('heading', { name: 'Page 2: homework.pdf, page 1' })).toBeAttached()

  // A photo from the camera of the phone.
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#00c000' } })
    .jpeg()
    .toBuffer()
  await board(student)
    .getByLabel('Photo for the board')
    .setInputFiles({ name: 'notebook.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(board(student).getByText('3 of 4')).toBeVisible()
  await expectMiddle(student, isGreen)

  // "Follow me" shows the same page to the other side.
  await board(student).getByRole('button', { name: 'More board actions' }).click()
  await student.page.getByRole('menuitem', { name: 'Follow me' }).click()
  await expect(board(expert).getByText('You see what Asha Verma shows.')).toBeVisible()
  await expect(board(expert).getByText('3 of 4')).toBeVisible()
  await expectMiddle(expert, isGreen)
  await board(expert).getByRole('button', { name: 'Stop following' }).click()
  await board(expert).getByRole('button', { name: 'Previous page' }).click()
  await expectMiddle(expert, isRed)
  for (const caller of [student, expert]) await expectAccessible(caller.page, '[role=dialog]')
  await hangUp(student)
})

test('the board is complete after both browsers are gone', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  await fixture.requestSession(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await student.page.getByRole('button', { name: 'Board', exact: true }).click()
  for (const caller of [student, expert]) await expect(area(caller)).toBeVisible()
  const pen = await putPen(student)
  await pen.draw([40, 130], [200, 210], [300, 140])
  await pen.lift()
  const expertPen = await putPen(expert)
  await expertPen.draw([60, 250], [260, 255])
  await expertPen.lift()
  await expectSamePixels(student, expert)
  for (const caller of [student, expert]) await expect(board(caller).getByText('Saved')).toBeVisible()
  const inkBefore = await readInk(student, 'paper')

  const [cookies, expertCookies] = [await student.context.cookies(), await expert.context.cookies()]
  await Promise.all([student.context.close(), expert.context.close()])
  const returned: Caller = { ...student, ...(await fixture.openVisitor(browser)) }
  const expertReturned: Caller = { ...expert, ...(await fixture.openVisitor(browser, 1280)) }
  await returned.context.addCookies(cookies)
  await expertReturned.context.addCookies(expertCookies)
  for (const caller of [returned, expertReturned]) {
    await openPage(caller.page, '/how-it-works')
    await caller.page.getByRole('button', { name: 'Continue here' }).click()
    await expectConnected(caller)
    await caller.page.getByRole('button', { name: 'Board', exact: true }).click()
    await expect(area(caller)).toBeVisible()
  }
  await expectSamePixels(returned, expertReturned)
  expect(await readInk(returned, 'paper')).toBe(inkBefore)
  await hangUp(returned)
})

type Pixel = [red: number, green: number, blue: number]
const isRed = ([red, green, blue]: Pixel) => red > 200 && green < 60 && blue < 60
const isGreen = ([red, green, blue]: Pixel) => green > 150 && red < 60 && blue < 60
const isBlue = ([red, green, blue]: Pixel) => blue > 200 && red < 60 && green < 60

/** Expects the middle of the board to have a colour. */
async function expectMiddle(caller: Caller, hasColour: (pixel: Pixel) => boolean): Promise<void> {
  const readMiddle = () =>
    area(caller)
      .locator('canvas')
      .first()
      .evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement
        const context = (canvas as HTMLCanvasElement).getContext('2d')
        return [...(context?.getImageData(width / 2, height / 2, 1, 1).data ?? [])].slice(0, 3)
      })
  await expect.poll(async () => hasColour((await readMiddle()) as Pixel)).toBe(true)
}

/** The requests to other hosts: a board must not cause any. */
function watchForeignRequests(...callers: Caller[]): string[] {
  const foreign: string[] = []
  for (const { context } of callers) {
    context.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== fixture.getProduct().origin) foreign.push(request.url())
    })
  }
  return foreign
}
