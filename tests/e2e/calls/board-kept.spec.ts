import { readFile } from 'node:fs/promises'
import type { Download, Locator } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { accept, type Caller, expectConnected, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, openPage, test } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture()

const callBoard = ({ page }: Caller) => page.getByRole('region', { name: 'Board', exact: true })
const callArea = ({ page }: Caller) => page.getByRole('application', { name: /^Drawing area/ })
const section = ({ page }: Caller) => page.getByRole('region', { name: 'Board and code' })
const savedArea = (caller: Caller, number: number, count: number) =>
  section(caller).getByRole('application', { name: new RegExp(`^Drawing of page ${number} of ${count}\\.`) })

test('after the call both see their drawings and can download them; others cannot', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const id = await fixture.requestSession(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await student.page.getByRole('button', { name: 'Board', exact: true }).click()
  for (const caller of [student, expert]) await expect(callArea(caller)).toBeVisible()
  await draw(student, [
    [40, 130],
    [150, 60],
    [280, 150],
  ])
  await callBoard(student).getByRole('radio', { name: 'Red' }).click()
  await draw(student, [
    [60, 200],
    [240, 190],
  ])
  await expect(callBoard(student).getByText('Saved')).toBeVisible()
  const drawn = await maskOf(await pictureOf(callArea(student).locator('canvas').first()))
  await callArea(expert).focus()
  await expert.page.keyboard.press('5')
  await expert.page.keyboard.press('Enter')
  await callBoard(expert).getByRole('textbox', { name: 'Formula in LaTeX' }).fill('\\sqrt{\\frac{a}{b}}')
  await expert.page.keyboard.press('Enter')
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#00c000' } })
    .jpeg()
    .toBuffer()
  await callBoard(expert)
    .getByLabel('Photo for the board')
    .setInputFiles({ name: 'notebook.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(callBoard(student).getByText('1 of 2')).toBeVisible()
  await expect(callBoard(expert).getByText('Saved')).toBeVisible()
  await hangUp(student)
  await expect.poll(async () => (await fixture.readSession(id)).state).toBe('settled')

  // The page of the session shows the same strokes to the student on a phone.
  await openPage(student.page, `/user/sessions/${id}#board`)
  const canvas = savedArea(student, 1, 2).locator('canvas')
  await expect(canvas).toBeVisible({ timeout: 20_000 })
  const likeness = async () => compare(drawn, await maskOf(await pictureOf(canvas)))
  await expect.poll(likeness, { timeout: 20_000 }).toBeGreaterThan(0.9)
  await expect(savedArea(student, 1, 2).locator('.katex-html')).toBeVisible()
  await expect(section(student).getByText('Formula: \\sqrt{\\frac{a}{b}}')).toBeAttached()
  await expectNoSidewaysScroll(student.page)
  await expectAccessible(student.page, '#board')

  // Two fingers zoom in.
  const savedFormula = savedArea(student, 1, 2).locator('.katex-html')
  const widthOf = async () => (await savedFormula.boundingBox())?.width ?? 0
  const widthBefore = await widthOf()
  await spreadFingers(student, savedArea(student, 1, 2))
  await expect.poll(async () => (await widthOf()) / widthBefore).toBeGreaterThan(1.5)
  await section(student).getByRole('button', { name: 'Show everything' }).click()
  await expect.poll(widthOf).toBeCloseTo(widthBefore, 0)

  // The expert sees both pages on a wide screen.
  await openPage(expert.page, `/expert/sessions/${id}#board`)
  await expect(savedArea(expert, 1, 2)).toBeVisible({ timeout: 20_000 })
  await section(expert).getByRole('button', { name: 'Light board' }).click()
  await expect(savedArea(expert, 1, 2).locator('.katex-html')).toBeVisible()
  await section(expert).getByRole('button', { name: 'Next page' }).click()
  await expect
    .poll(async () => middleOf(await pictureOf(savedArea(expert, 2, 2).locator('canvas'))), { timeout: 20_000 })
    .toBe('green')
  await section(expert).getByRole('button', { name: 'Previous page' }).click()
  await expectAccessible(expert.page, '#board')

  // Buttons zoom, dragging moves, and a button shows the whole page again.
  const formula = savedArea(expert, 1, 2).locator('.katex-html')
  const placeOf = async () => (await formula.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  const start = await placeOf()
  await section(expert).getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await placeOf()).width / start.width).toBeGreaterThan(1.2)
  const before = await placeOf()
  await savedArea(expert, 1, 2).hover({ position: { x: 200, y: 100 } })
  await expert.page.mouse.down()
  const { x, y } = (await savedArea(expert, 1, 2).boundingBox()) ?? { x: 0, y: 0 }
  await expert.page.mouse.move(x + 160, y + 130)
  await expert.page.mouse.up()
  await expect.poll(async () => Math.round((await placeOf()).x - before.x)).toBe(-40)
  await section(expert).getByRole('button', { name: 'Show everything' }).click()
  await expect.poll(placeOf).toEqual(start)

  // Downloads have the content of the screen, including formulas.
  const onScreen = await maskOf(await innerPart(await savedArea(expert, 1, 2).screenshot()))
  const png = await download(expert, 'This page as PNG')
  expect(png.name).toMatch(/^board-[a-z]{3}-\d\d-\d{4}-page-1\.png$/)
  expect(compare(onScreen, await maskOf(png.data))).toBeGreaterThan(0.9)
  const pdf = await download(expert, 'All pages as PDF')
  expect(pdf.name).toMatch(/^board-[a-z]{3}-\d\d-\d{4}\.pdf$/)
  const reading = getDocument({ data: new Uint8Array(pdf.data), verbosity: 0 })
  expect((await reading.promise).numPages).toBe(2)
  await reading.destroy()
  const [first, second] = jpegsIn(pdf.data)
  expect(compare(onScreen, await maskOf(first ?? Buffer.alloc(0)))).toBeGreaterThan(0.9)
  expect(await middleOf(second ?? Buffer.alloc(0))).toBe('green')

  // Both find the board in their lists of boards.
  for (const [caller, own, otherName] of [
    [student, '/user', 'Ravi Nair'],
    [expert, '/expert', 'Asha Verma'],
  ] as const) {
    await openPage(caller.page, `${own}/boards`)
    const row = caller.page.getByRole('list', { name: 'Boards of sessions, the latest first' }).getByRole('listitem')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(`with ${otherName}`)
    await expectNoSidewaysScroll(caller.page)
    await row.getByRole('link', { name: 'Why does a spinning top not fall over?' }).click()
    await expect(savedArea(caller, 1, 2)).toBeVisible({ timeout: 20_000 })
  }

  // "Ask again" copies the board to the next call.
  await openPage(student.page, `/user/sessions/${id}`)
  await student.page.getByRole('button', { name: 'Ask again' }).click()
  const dialog = student.page.getByRole('dialog', { name: 'Request Session' })
  await dialog.getByRole('button', { name: /^Start audio call/ }).click()
  await accept(expert)
  await expectConnected(student, expert)
  await student.page.getByRole('button', { name: 'Board', exact: true }).click()
  for (const caller of [student, expert]) {
    await expect(callBoard(caller).getByText('1 of 2')).toBeVisible()
    const drawnAgain = callArea(caller).locator('canvas').first()
    const compareAgain = async () => compare(drawn, await maskOf(await pictureOf(drawnAgain)))
    await expect(async () => expect(await compareAgain()).toBeGreaterThan(0.9)).toPass({ timeout: 20_000 })
  }
  await hangUp(student)

  // Another student sees neither the page nor the board.
  const vikram = await fixture.addStudent(browser, 0, 'Vikram Rao')
  for (const path of [`/user/sessions/${id}`, `/boards/${id}/changes?after=0`]) {
    expect((await vikram.context.request.get(path)).status()).toBe(404)
  }
})

test('changes that a dead line delayed are stored after the call, by the page of the session', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const id = await fixture.requestSession(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await student.page.getByRole('button', { name: 'Board', exact: true }).click()
  for (const caller of [student, expert]) await expect(callArea(caller)).toBeVisible()
  await draw(student, [
    [40, 130],
    [150, 60],
    [280, 150],
  ])
  await expect(callBoard(student).getByText('Saved', { exact: true })).toBeVisible()

  // The student loses the connection permanently, and the expert hangs up.
  await student.context.setOffline(true)
  await draw(student, [
    [60, 200],
    [240, 190],
  ])
  await expect(callBoard(student).getByText('Not saved. No connection.')).toBeVisible({ timeout: 20_000 })
  const drawn = await maskOf(await pictureOf(callArea(student).locator('canvas').first()))
  await hangUp(expert)
  await expect.poll(async () => (await fixture.readSession(id)).state).toBe('settled')
  await student.page.goto('about:blank')

  // Much later the page loads again, but the board cannot be stored yet.
  await fixture
    .databaseAccess()
    .alter(`update help_sessions set ended_at = ended_at - interval '1 hour' where id = '${id}'`)
  const changes = `**/boards/${id}/changes`
  await student.context.route(changes, (route) => route.abort())
  await student.context.setOffline(false)
  await openPage(student.page, `/user/sessions/${id}#board`)
  const notice = section(student).getByText('Some of your changes are not saved yet.')
  await expect(notice).toBeVisible({ timeout: 20_000 })
  await student.context.unroute(changes)
  await expect(notice).toHaveCount(0, { timeout: 20_000 })

  await openPage(expert.page, `/expert/sessions/${id}#board`)
  for (const caller of [student, expert]) {
    const likeness = async () => {
      const canvas = savedArea(caller, 1, 1).locator('canvas')
      return compare(drawn, await maskOf(await pictureOf(canvas)))
    }
    await expect(async () => expect(await likeness()).toBeGreaterThan(0.9)).toPass({ timeout: 20_000 })
  }
})

/** Two fingers in the middle of an element move apart, as on a touch screen. */
async function spreadFingers({ context, page }: Caller, element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const devtools = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', distances: number[]) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: distances.flatMap((distance) =>
        [-1, 1].map((side) => ({ x: x + width / 2 + side * distance, y: y + height / 2, id: side + 1 })),
      ),
    })
  await touch('touchStart', [30])
  for (const distance of [40, 55, 70, 85, 100]) await touch('touchMove', [distance])
  await touch('touchEnd', [])
  await devtools.detach()
}

async function draw(caller: Caller, [first, ...rest]: [number, number][]): Promise<void> {
  const { page } = caller
  const { x, y } = (await callArea(caller).boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + (first?.[0] ?? 0), y + (first?.[1] ?? 0))
  await page.mouse.down()
  for (const [toX, toY] of rest) await page.mouse.move(x + toX, y + toY, { steps: 12 })
  await page.mouse.up()
}

async function download({ page }: Caller, name: string): Promise<{ name: string; data: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download') as Promise<Download>,
    page.getByRole('button', { name }).click(),
  ])
  return { name: file.suggestedFilename(), data: await readFile(await file.path()) }
}

/** Returns the JPEG pictures of a PDF that we have created. It contains them unchanged. */
function jpegsIn(pdf: Buffer): Buffer[] {
  return [...pdf.toString('latin1').matchAll(/DCTDecode\/Length (\d+)>>stream\n/g)].map(
    ({ index, 0: head, 1: length }) => pdf.subarray(index + head.length, index + head.length + Number(length)),
  )
}

/** Returns the content of a canvas as a PNG. */
async function pictureOf(canvas: Locator): Promise<Buffer> {
  const address = await canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL())
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/** Without the round corners of the frame. */
async function innerPart(screenshot: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(screenshot).metadata()
  return sharp(screenshot)
    .extract({ left: 12, top: 12, width: width - 24, height: height - 24 })
    .toBuffer()
}

const maskSide = 48

/** Cuts out the pixels that differ from the paper and scales them to one size, so that any two pictures can be compared. */
async function maskOf(picture: Buffer): Promise<number[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const paper = data.subarray(0, 3)
  const ink = Buffer.alloc(info.width * info.height)
  let [left, top, right, bottom] = [info.width, info.height, 0, 0]
  for (let at = 0; at < ink.length; at += 1) {
    const distance = [0, 1, 2].reduce((sum, part) => sum + Math.abs((data[at * 3 + part] ?? 0) - (paper[part] ?? 0)), 0)
    if (distance < 120) continue
    ink[at] = 255
    const [x, y] = [at % info.width, Math.floor(at / info.width)]
    ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]
  }
  expect(right, 'the picture has ink').toBeGreaterThan(left)
  const mask = await sharp(ink, { raw: { width: info.width, height: info.height, channels: 1 } })
    .extract({ left, top, width: right - left + 1, height: bottom - top + 1 })
    .resize(maskSide, maskSide, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer()
  return [...mask]
}

/** 1 for equal pictures, about 0 for pictures that have nothing in common. */
function compare(left: number[], right: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [leftMean, rightMean] = [mean(left), mean(right)]
  const sum = (pick: (a: number, b: number) => number) =>
    left.reduce((total, value, at) => total + pick(value - leftMean, (right[at] ?? 0) - rightMean), 0)
  return sum((a, b) => a * b) / Math.sqrt(sum((a) => a * a) * sum((_, b) => b * b))
}

async function middleOf(picture: Buffer): Promise<string> {
  const { width, height } = await sharp(picture).metadata()
  const { data } = await sharp(picture)
    .removeAlpha()
    .extract({ left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red = 0, green = 0, blue = 0] = data
  return green > 150 && red < 60 && blue < 60 ? 'green' : `${red} ${green} ${blue}`
}
