import { signInAsExpert } from '#tests/e2e/experts.ts'
import { expect, openPage, test } from '#tests/e2e/test.ts'

// The request that is made to fail.
test.use({ expectedErrors: [/ERR_FAILED/] })

test('on a phone a failure to save is shown in a separate row', async ({ page }) => {
  await signInAsExpert(page)
  await openPage(page, '/expert/boards')
  await page.getByRole('textbox', { name: 'Name of a new board' }).fill('Geometry')
  await page.getByRole('button', { name: 'Create' }).click()
  const area = page.getByRole('application', { name: /^Drawing area/ })
  await expect(area).toBeVisible()
  await page.route('**/boards/*/changes', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await area.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const failure = page.getByText('Not saved. No connection.')
  await expect(failure).toBeVisible()
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    const box = await failure.boundingBox()
    // One line, as wide as the text.
    expect(box?.height).toBeLessThan(30)
    expect(box?.width).toBeGreaterThan(150)
  }
  await page.unroute('**/boards/*/changes')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})
