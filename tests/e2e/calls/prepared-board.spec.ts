import type { Page } from '@playwright/test'
import * as Y from 'yjs'
import { accept, type Caller, expectConnected, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { announcement, expect, expectAccessible, expectNoSidewaysScroll, openPage, test } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture()

test('an expert prepares a board, finds it after a reload, and the student sees it in the call', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  const { page } = expert
  await openPage(page, '/expert/boards')
  const prepared = page.getByRole('region', { name: 'Prepared boards' })
  await expect(prepared.getByText('Draw what you often explain')).toBeVisible()
  await prepared.getByRole('textbox', { name: 'Name of a new board' }).fill('Integration')
  await prepared.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name: 'Integration' })).toBeVisible()
  await expect(area(page)).toBeVisible()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }

  // The drawing is still there after a reload.
  await drawStroke(page, [40, 60], [200, 140], [300, 70])
  await expect(board(page).getByText('Saved')).toBeVisible()
  expect(await readInk(page)).toBeGreaterThan(100)
  await page.reload()
  await expect(area(page)).toBeVisible()
  await expect.poll(() => readInk(page)).toBeGreaterThan(100)
  expect(await countStored(page)).toBe(1)

  // Another tab with the same board receives each change, and the changes of both tabs are kept.
  const other = await expert.context.newPage()
  await openPage(other, new URL(page.url()).pathname)
  await expect.poll(() => readInk(other)).toBeGreaterThan(100)
  const ink = await readInk(page)
  await drawStroke(other, [60, 200], [300, 220])
  await expect.poll(() => readInk(page)).toBeGreaterThan(ink + 50)
  expect(await countStored(page)).toBe(2)
  await other.close()

  // Without a network no change is lost, and the page shows that it could not save.
  await expert.context.setOffline(true)
  await drawStroke(page, [60, 260], [300, 270])
  await expect(board(page).getByText('Not saved. No connection.')).toBeVisible()
  await expert.context.setOffline(false)
  await expect(board(page).getByText('Saved', { exact: true })).toBeVisible()
  expect(await countStored(page)).toBe(3)

  // Leaving the page right after a stroke keeps the stroke.
  await drawStroke(page, [340, 60], [345, 250])
  await page.getByRole('link', { name: 'Your boards' }).click()
  await expect(prepared.getByRole('link', { name: 'Integration', exact: true })).toBeVisible()
  await prepared.getByRole('link', { name: 'Integration', exact: true }).click()
  await expect(area(page)).toBeVisible()
  await expect.poll(() => countStored(page)).toBe(4)
  await expect.poll(() => readInk(page)).toBeGreaterThan(400)

  await fixture.requestSession(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await student.page.getByRole('button', { name: 'Board', exact: true }).click()
  const inCall = (caller: Caller) => caller.page.getByRole('dialog').getByRole('region', { name: 'Board' })
  await inCall(student).getByRole('button', { name: 'More board actions' }).click()
  await expect(student.page.getByRole('menuitem', { name: 'Picture or PDF' })).toBeVisible()
  await expect(student.page.getByRole('menuitem', { name: 'Add a prepared board' })).toHaveCount(0)
  await student.page.keyboard.press('Escape')

  // The prepared board is added to the empty board of the call.
  await inCall(expert).getByRole('button', { name: 'More board actions' }).click()
  await page.getByRole('menuitem', { name: 'Add a prepared board' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a prepared board' })
  await expect(dialog.getByRole('button', { name: /^Add\b.*Integration$/ })).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('button', { name: /^Add\b.*Integration$/ }).click()
  await expect(announcement(page, 'Added to the board')).toBeAttached()
  await expect.poll(() => readInk(student.page, inCall(student))).toBeGreaterThan(400)
  await expect.poll(() => readInk(page, inCall(expert))).toBeGreaterThan(400)
  await expectNoSidewaysScroll(student.page)
  await hangUp(student)
})

const board = (page: Page) => page.getByRole('region', { name: 'Board' })
const area = (page: Page, within = board(page)) => within.getByRole('application', { name: /^Drawing area/ })

/** Draws with the mouse. Positions are relative to the drawing area. */
async function drawStroke(page: Page, ...points: [number, number][]): Promise<void> {
  const { x, y } = (await area(page).boundingBox()) ?? { x: 0, y: 0 }
  const [first = [0, 0], ...rest] = points
  await page.mouse.move(x + first[0], y + first[1])
  await page.mouse.down()
  for (const [toX, toY] of rest) await page.mouse.move(x + toX, y + toY, { steps: 12 })
  await page.mouse.up()
}

/** Counts the strokes that the server has. */
async function countStored(page: Page): Promise<number> {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const answer = await page.request.get(`/boards/${id}/changes?after=0`)
  const { changes } = (await answer.json()) as { changes: string[] }
  const doc = new Y.Doc()
  for (const change of changes) Y.applyUpdate(doc, Buffer.from(change, 'base64'))
  return doc.getMap('elements').size
}

/** Counts the pixels of the finished drawing that differ from the corner, which is empty. */
async function readInk(page: Page, within = board(page)): Promise<number> {
  return area(page, within)
    .locator('canvas')
    .first()
    .evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement
      const context = (canvas as HTMLCanvasElement).getContext('2d')
      const { buffer } = context?.getImageData(0, 0, width, height).data ?? { buffer: new ArrayBuffer(0) }
      const pixels = new Uint32Array(buffer)
      return pixels.filter((pixel) => pixel !== pixels[0]).length
    })
}
