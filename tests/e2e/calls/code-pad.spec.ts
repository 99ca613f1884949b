import { accept, type Caller, expectConnected, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { area, board } from '#tests/e2e/calls/board-screen.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#tests/e2e/test.ts'

test.describe.configure({ timeout: 120_000 })
const fixture = useCallFixture()

const editor = (caller: Caller) => board(caller).getByRole('textbox', { name: 'Code' })
const language = (caller: Caller) => board(caller).getByRole('combobox', { name: 'Language of the code' })

test('both write code, see the scrolling of the other side, and keep the code after a reload and after the call', async ({
  browser,
}) => {
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

  const lines = Array.from({ length: 150 }, (_, index) => `// line ${index + 2}`)
  await write(student, `\n${lines.join('\n')}`)
  await expect(board(expert).getByText('Asha Verma is on line 151')).toBeVisible()
  // The expert, who does nothing, sees the first line that the student sees.
  await board(student).locator('.cm-scroller').hover()
  await student.page.mouse.wheel(0, -1_000)
  await expect.poll(() => firstVisibleLine(student)).toBeLessThan(120)
  // A line of which less than a pixel is visible counts on one side only.
  const countBetween = async () => Math.abs((await firstVisibleLine(expert)) - (await firstVisibleLine(student)))
  await expect.poll(countBetween, { timeout: 20_000 }).toBeLessThanOrEqual(1)

  for (const { page } of [student, expert]) {
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
