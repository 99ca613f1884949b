import { readFile, writeFile } from 'node:fs/promises'
import { expect, test, openPage } from '#tests/e2e/test.ts'

// One avatar has a missing picture, to show the fallback.
test.use({ expectedErrors: [/status of 404/] })

const file = 'app/shell/gallery/feedback-section.tsx'
const before = 'A notice with a next step'
const after = 'A changed heading'

test('a source change appears without a reload and keeps typed text', async ({ page }) => {
  const source = await readFile(file, 'utf8')
  expect(source).toContain(before)
  await openPage(page, '/gallery')
  const input = page.getByRole('textbox').first()
  await input.fill('half a sentence')
  await page.evaluate(() => Object.assign(window, { sameVisit: true }))
  try {
    await writeFile(file, source.replace(before, after))
    await expect(page.getByText(after)).toBeVisible({ timeout: 15_000 })
    await expect(input).toHaveValue('half a sentence')
    expect(await page.evaluate(() => 'sameVisit' in window)).toBe(true)
  } finally {
    await writeFile(file, source)
  }
})
