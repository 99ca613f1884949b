import sharp from 'sharp'
import { accept, type Caller, expectConnected, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import {
  area,
  board,
  choose,
  expectSamePixels,
  type Part,
  putFingers,
  putPen,
  putStylus,
  readInk,
  readZoom,
  textsOf,
} from '#tests/e2e/calls/board-screen.ts'
import { startStopwatch } from '#tests/e2e/calls/stopwatch.ts'
import { makePdf } from '#tests/documents.ts'
import { announcement, expect, expectAccessible, expectNoSidewaysScroll, openPage, test } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture()
/** A busy machine draws few frames. */
const slow = { timeout: 20_000 }

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
  await Promise.all([
    expect(announcement(expert.page, 'Asha Verma opened the board')).toBeAttached(),
    student.page.getByRole('button', { name: 'Board', exact: true }).click(),
  ])
  await expect(area(student)).toBeVisible()
  await expect(area(expert)).toBeVisible()
  for (const caller of [student, expert]) {
    await expectAccessible(caller.page, '[role=dialog]')
    await expectNoSidewaysScroll(caller.page)
    await expect(caller.page.getByRole('timer')).toBeVisible()
  }

  // On the phone the picture covers a part of the board, and can be moved. It does not catch the pen.
  const moveButton = (caller: Caller) => caller.page.getByRole('button', { name: 'Move the picture to the other side' })
  await expect(moveButton(expert)).toBeHidden()
  const leftOfPicture = async () => (await student.page.getByLabel('Picture of Ravi').boundingBox())?.x
  await expect.poll(leftOfPicture).toBeGreaterThan(200)
  await moveButton(student).click()
  await expect.poll(leftOfPicture).toBeLessThan(20)
  await moveButton(student).press('Enter')
  await expect.poll(leftOfPicture).toBeGreaterThan(200)

  // An unfinished stroke is already on the other screen.
  const pen = await putPen(student)
  await pen.draw([40, 130], [200, 210], [300, 140])
  await expect.poll(() => readInk(expert, 'overlay')).toBeGreaterThan(100)
  await pen.lift()
  await expect.poll(() => readInk(expert, 'paper')).toBeGreaterThan(100)
  await expectSamePixels(student, expert)
  await expect.poll(() => readInk(expert, 'overlay')).toBe(0)

  await expectToolsShared(student, expert)

  // The expert writes by keyboard alone, where the narrow screen of the phone shows it.
  await area(expert).focus()
  const { width } = (await area(expert).boundingBox()) ?? { width: 0 }
  const steps = Math.max(0, Math.round((width / 2 - 100) / 60))
  for (let step = 0; step < steps; step += 1) await area(expert).press('Shift+ArrowLeft')
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
  for (const caller of [student, expert]) await expect(board(caller).locator('.katex-html')).toBeVisible()
  await expect.poll(() => expert.page.evaluate(() => document.fonts.check('16px KaTeX_Math'))).toBe(true)

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

  // Undo reverts only the person's own steps.
  await expert.page.keyboard.press('Control+z')
  await expect.poll(() => readInk(expert, 'paper', [50, 50, 220, 30])).toBe(0)
  await expectSamePixels(student, expert)
  await expect(board(student).getByRole('button', { name: 'Undo' })).toBeDisabled()

  // Closing the board closes it only for the person who closes it.
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
  const foreign = watchForeignRequests(student, expert)
  const dialogs: string[] = []
  for (const { page } of [student, expert]) page.on('dialog', (dialog) => dialogs.push(dialog.message()))
  await fixture.requestSession(student, expert, { file })
  await accept(expert)
  await expectConnected(student, expert)
  await expert.page.getByRole('button', { name: 'Board', exact: true }).click()
  for (const caller of [student, expert]) await expect(area(caller)).toBeVisible()

  // Every page of the question's file, as pixels only: its script does not run, and its link cannot be followed.
  const fileButton = board(expert).getByRole('button', { name: 'File of the question' })
  await fileButton.click()
  await expect(board(expert).getByText('3 of 3')).toBeVisible({ timeout: 30_000 })
  await expectMiddle(expert, isBlue)
  await expect(fileButton).toHaveCount(0)
  await expect(board(expert).locator('a, iframe, object, embed')).toHaveCount(0)
  expect(dialogs).toEqual([])
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

  // The expert shares a screen. The student adds a picture of it as a page.
  await paintScreen(expert)
  await expert.page.getByRole('group', { name: 'Call controls' }).getByRole('button', { name: 'Share screen' }).click()
  await board(student).getByRole('button', { name: 'More board actions' }).click()
  await student.page.getByRole('menuitem', { name: 'Picture of the shared screen' }).click()
  await expect(board(student).getByText('4 of 5')).toBeVisible({ timeout: 20_000 })
  await expectMiddle(student, isMagenta)
  await expect(board(expert).getByText('2 of 5')).toBeVisible()
  await hangUp(student)
  expect(dialogs).toEqual([])
  expect(foreign).toEqual([])
})

test('the board is complete after both browsers are gone', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  await fixture.requestSession(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await student.page.getByRole('button', { name: 'Board', exact: true }).click()
  for (const caller of [student, expert]) await expect(area(caller)).toBeVisible()
  // One finger draws.
  const fingers = await putFingers(student)
  await fingers.land([40, 130])
  for (const step of [1, 2, 3, 4]) await fingers.move([40 + step * 40, 130 + step * 20])
  await fingers.lift()
  const expertPen = await putPen(expert)
  await expertPen.draw([60, 250], [260, 255])
  await expertPen.lift()
  await expectSamePixels(student, expert)
  await expect.poll(() => readInk(expert, 'paper', [30, 120, 180, 100])).toBeGreaterThan(100)
  await expectPressure(student, expert)
  for (const caller of [student, expert]) await expect(board(caller).getByText('Saved')).toBeVisible()
  const inkBefore = await readInk(student, 'paper')
  // Two fingers zoom and draw nothing.
  await fingers.land([150, 150])
  await fingers.land([150, 150], [210, 150])
  for (const step of [1, 2, 3]) await fingers.move([150 - step * 10, 150], [210 + step * 10, 150])
  await fingers.lift()
  await expect.poll(() => readZoom(student)).toBeGreaterThan(1.5)
  await expect.poll(() => readInk(expert, 'overlay')).toBe(0)
  expect(await readInk(expert, 'paper')).toBe(inkBefore)

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
    // The board opens on both sides, so pressing the button on the other side could close it.
    if (caller === returned) await caller.page.getByRole('button', { name: 'Board', exact: true }).click()
    await expect(area(caller)).toBeVisible()
  }
  await expectSamePixels(returned, expertReturned)
  await expect.poll(() => readInk(returned, 'paper')).toBe(inkBefore)
  await hangUp(returned)
})

/** Expects the other side to see shapes, erasing, paper, the laser and the pointer. */
async function expectToolsShared(student: Caller, expert: Caller): Promise<void> {
  const pen = await putPen(student)
  const drag = async (tool: string, from: [number, number], to: [number, number]) => {
    await choose(student, tool)
    await pen.draw(from, to)
    await pen.lift()
  }
  const arrow: Part = [50, 15, 120, 50]
  await drag('Arrow', [60, 20], [160, 60])
  await drag('Rectangle', [300, 190], [360, 230])
  await expectSamePixels(student, expert)
  await expect.poll(() => readInk(expert, 'paper', arrow)).toBeGreaterThan(100)
  await expect.poll(() => readInk(expert, 'paper', [290, 180, 80, 60])).toBeGreaterThan(100)
  await drag('Eraser', [110, 30], [110, 50])
  await expect.poll(() => readInk(expert, 'paper', arrow)).toBe(0)
  await expectSamePixels(student, expert)

  // Lines are 32 units apart on ruled paper. Grid paper has lines in both directions.
  const [acrossLine, betweenLines]: Part[] = [
    [50, 245, 120, 40],
    [50, 243, 120, 10],
  ]
  for (const [name, isRuled, isGrid] of [
    ['Ruled paper', true, false],
    ['Grid paper', true, true],
    ['Plain paper', false, false],
  ] as const) {
    await board(student).getByRole('button', { name: 'More board actions' }).click()
    await student.page.getByRole('menuitem', { name }).click()
    await expect.poll(async () => (await readInk(expert, 'paper', acrossLine)) > 0).toBe(isRuled)
    await expect.poll(async () => (await readInk(expert, 'paper', betweenLines)) > 20).toBe(isGrid)
    // Browsers smooth the crossings of a grid by the size of the canvas, which differs.
    if (!isGrid) await expectSamePixels(student, expert)
  }

  // The laser leaves no drawing.
  const inkBefore = await readInk(expert, 'paper')
  await choose(student, 'Laser pointer')
  await pen.draw([60, 240], [260, 245])
  await expect.poll(() => readInk(expert, 'overlay', [50, 230, 220, 30])).toBeGreaterThan(100)
  await pen.lift()
  await student.page.mouse.move(0, 0)
  await expect.poll(() => readInk(expert, 'overlay'), slow).toBe(0)
  expect(await readInk(expert, 'paper')).toBe(inkBefore)

  // The pointer has the name of the other person beside it.
  await pen.point([100, 230])
  await expect.poll(() => readInk(expert, 'overlay', [98, 228, 16, 16])).toBeGreaterThan(20)
  await expect.poll(() => readInk(expert, 'overlay', [114, 244, 80, 16])).toBeGreaterThan(100)
  await student.page.mouse.move(0, 0)
  await expect.poll(() => readInk(expert, 'overlay'), slow).toBe(0)
  await choose(student, 'Pen')
}

/** Expects that more pressure draws a wider line, and that a resting hand neither draws nor moves anything. */
async function expectPressure(student: Caller, expert: Caller): Promise<void> {
  const [stylus, hand] = [await putStylus(student), await putFingers(student)]
  await choose(student, 'Thick')
  const drawLine = async (top: number, force: number, withHand: boolean) => {
    await stylus.land([30, top], force)
    if (withHand) await hand.land([60, 280])
    for (let left = 40; left <= 180; left += 20) {
      await stylus.move([left, top], force)
      if (withHand) await hand.move([60 + left / 3, 280])
    }
    if (withHand) await hand.lift()
    await stylus.lift([180, top])
  }
  await drawLine(30, 0.1, false)
  await drawLine(80, 0.9, true)
  const readLine = (top: number) => readInk(expert, 'paper', [20, top - 20, 175, 40])
  await expect.poll(() => readLine(30), slow).toBeGreaterThan(100)
  await expect.poll(async () => (await readLine(80)) / (await readLine(30)), slow).toBeGreaterThan(1.5)
  for (const caller of [student, expert]) expect(await readInk(caller, 'paper', [40, 268, 120, 30])).toBe(0)
}

/** Covers the page below the pointer with a colour that nothing else has. */
async function paintScreen({ page }: Caller): Promise<void> {
  await page.evaluate(() => {
    const sheet = document.createElement('div')
    sheet.style.cssText = 'position:fixed;inset:0;z-index:9999;background:#f0f;pointer-events:none'
    document.documentElement.append(sheet)
  })
}

type Pixel = [red: number, green: number, blue: number]
const isRed = ([red, green, blue]: Pixel) => red > 200 && green < 60 && blue < 60
const isGreen = ([red, green, blue]: Pixel) => green > 150 && red < 60 && blue < 60
const isMagenta = ([red, green, blue]: Pixel) => red > 180 && green < 90 && blue > 180
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
