import { accept, type Caller, expectConnected, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { area, board } from '#tests/e2e/calls/board-screen.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture()

const editor = (caller: Caller) => board(caller).getByRole('textbox', { name: 'Code' })
const language = (caller: Caller) => board(caller).getByRole('combobox', { name: 'Language of the code' })

test('both write code, read along, and keep it after a reload and after the call', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser, 1_000)]
  const id = await fixture.requestSession(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  await student.page.getByRole('button', { name: 'Board', exact: true }).click()
  for (const caller of [student, expert]) await expect(area(caller)).toBeVisible()
  await openCode(student)
  await expect(board(expert).getByText('Asha Verma is in Code')).toBeVisible()
  await openCode(expert)
  await expect(board(expert).getByText('Asha Verma is in Code')).toHaveCount(0)

  // Both type, and each sees the caret of the other.
  await write(expert, 'area = 3.14')
  await expect(editor(student)).toContainText('area = 3.14')
  await write(student, ' * r ** 2')
  for (const caller of [student, expert]) await expect(editor(caller)).toContainText('area = 3.14 * r ** 2')
  await expect(caretOf(expert)).toHaveAttribute('data-name', 'Asha Verma')
  await expect(board(expert).getByText('Asha Verma is on line 1')).toBeVisible()
  await language(student).selectOption('JavaScript')
  await expect(language(expert)).toHaveValue('javascript')

  // The expert has not typed for some seconds, and sees the first line that the student sees.
  const lines = Array.from({ length: 150 }, (_, index) => `// line ${index + 2}`)
  await write(student, `\n${lines.join('\n')}`)
  await expect(board(expert).getByText('Asha Verma is on line 151')).toBeVisible()
  await expect(async () => {
    const before = await firstVisibleLine(expert)
    const line = await scroll(student, 400)
    expect(Math.abs(line - before)).toBeGreaterThan(5)
    // A line of which less than a pixel is visible counts on one side only.
    const countBetween = async () => Math.abs((await firstVisibleLine(expert)) - line)
    await expect.poll(countBetween, { timeout: 2_000 }).toBeLessThanOrEqual(1)
  }).toPass()

  // Someone who has just scrolled is not moved. The line of the caret arrives after the scroll.
  await expect(async () => {
    const line = await scroll(expert, 120)
    await scroll(student, 900)
    const clicked = await clickVisibleLine(student)
    await expect(board(expert).getByText(`Asha Verma is on line ${clicked}`)).toBeVisible({ timeout: 1_000 })
    expect(await firstVisibleLine(expert)).toBe(line)
  }).toPass()

  for (const { page } of [student, expert]) {
    // A toast covers buttons for a while.
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
    await expectAccessible(page, '[role=dialog]')
    await expectNoSidewaysScroll(page)
  }

  await expect(board(student).getByText('Saved')).toBeVisible()
  await student.page.reload()
  await expectConnected(student)
  await openCode(student)
  await expect(editor(student)).toContainText('area = 3.14 * r ** 2')
  await expect(language(student)).toHaveValue('javascript')

  await hangUp(student)
  await expect(student.page).toHaveURL(`/user/sessions/${id}`)
  const section = student.page.getByRole('region', { name: 'Board and code' })
  await expect(section.getByRole('heading', { name: 'Code · JavaScript' })).toBeVisible()
  await expect(section.locator('pre')).toContainText('area = 3.14 * r ** 2\n// line 2\n')
})

async function openCode(caller: Caller): Promise<void> {
  await board(caller).getByRole('tab', { name: 'Code' }).click()
  await expect(editor(caller)).toBeVisible()
}

/** Writes at the end of the code. */
async function write(caller: Caller, text: string): Promise<void> {
  await editor(caller).click()
  await caller.page.keyboard.press('Control+End')
  await caller.page.keyboard.insertText(text)
}

const caretOf = (caller: Caller) => board(caller).locator('.cm-other-caret')

/** Scrolls up in the second half of the code, and down in the first. Returns the new first line. */
async function scroll(caller: Caller, pixels: number): Promise<number> {
  const scroller = board(caller).locator('.cm-scroller')
  const before = await scroller.evaluate(({ scrollTop }) => scrollTop)
  await scroller.hover()
  await caller.page.mouse.wheel(0, (await firstVisibleLine(caller)) > 75 ? -pixels : pixels)
  await scroller.evaluate(waitForRest, before)
  return firstVisibleLine(caller)
}

/** Runs in the page: waits until the element has scrolled away from this place, and rests. */
function waitForRest(scroller: Element, start: number): Promise<void> {
  return new Promise((resolve) => {
    let last = start
    const check = () => {
      if (scroller.scrollTop !== start && scroller.scrollTop === last) return resolve()
      last = scroller.scrollTop
      requestAnimationFrame(check)
    }
    check()
  })
}

async function firstVisibleLine(caller: Caller): Promise<number> {
  return board(caller)
    .locator('.cm-scroller')
    .evaluate((scroller) => {
      const { top } = scroller.getBoundingClientRect()
      const numbers = [...scroller.querySelectorAll('.cm-lineNumbers .cm-gutterElement')]
      const shown = numbers.find((number) => number.getBoundingClientRect().bottom > top + 2 && number.clientHeight > 0)
      return Number(shown?.textContent)
    })
}

/** Puts the caret into a line that is visible, and returns its number. */
async function clickVisibleLine(caller: Caller): Promise<number> {
  const number = (await firstVisibleLine(caller)) + 3
  await board(caller)
    .locator('.cm-line')
    .filter({ hasText: new RegExp(`^// line ${number}$`) })
    .click({ position: { x: 10, y: 5 } })
  return number
}
