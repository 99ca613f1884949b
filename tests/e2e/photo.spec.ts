import sharp from 'sharp'
import { signInAsExpert } from '#tests/e2e/experts.ts'
import { signInAsStudent } from '#tests/e2e/people.ts'
import {
  expect,
  expectFitsEveryWidth,
  expectAccessible,
  type Page,
  test,
  announcement,
  toastWith,
  openPage,
} from '#tests/e2e/test.ts'

test.use({ expectedErrors: [/status of 415|ERR_FAILED/] })
test.describe.configure({ timeout: 60_000 })

function makePicture(background: string) {
  return sharp({ create: { width: 300, height: 200, channels: 3, background } })
}

/** Opens an edit page and returns its photo widget with actions. */
async function openWidget(page: Page, url: string) {
  await openPage(page, url)
  const widget = page.getByRole('group', { name: 'Profile photo' })
  const dialog = page.getByRole('dialog', { name: 'Crop your photo' })
  const choose = (file: { name: string; mimeType: string; buffer: Buffer }) =>
    widget.getByLabel('Choose a photo').and(widget.locator('input')).setInputFiles(file)
  return {
    widget,
    dialog,
    choose,
    picture: widget.locator('img'),
    usePhoto: () => dialog.getByRole('button', { name: 'Use this photo' }).click(),
    async chooseGreen() {
      const buffer = await makePicture('#3a7').jpeg().toBuffer()
      await choose({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
      await expect(dialog).toBeVisible()
    },
  }
}

test('a photo is uploaded and shown, and other files are refused', async ({ page }) => {
  await signInAsStudent(page)
  const { widget, choose, chooseGreen, usePhoto } = await openWidget(page, '/user/profile/edit')
  await choose({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await expect(widget.getByText('File type not allowed. Please upload a JPEG, PNG, or WebP image.')).toBeVisible()
  await choose({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await expect(widget.getByText('File size exceeds the 5MB limit.')).toBeVisible()
  await chooseGreen()
  await expectFitsEveryWidth(page)
  await usePhoto()
  await expect(toastWith(page, 'Profile photo uploaded successfully')).toBeVisible()
  await page.goto('/user/profile')
  await expect(page.getByRole('main').locator('img[src^="/photos/"]').first()).toBeVisible()
})

test('a refused or interrupted upload shows an error and restores the previous photo', async ({ page }) => {
  await signInAsExpert(page)
  const { widget, choose, chooseGreen, usePhoto, dialog, picture } = await openWidget(page, '/expert/profile/edit')
  await expect(picture).toHaveCount(0)
  // Browsers accept this file. Only the server checks its content.
  const gif = await makePicture('#a37').gif().toBuffer()
  await choose({ name: 'me.png', mimeType: 'image/png', buffer: gif })
  await expect(dialog).toBeVisible()
  await usePhoto()
  const refused = 'File type not allowed. Please upload a JPEG, PNG, or WebP image.'
  await expect(toastWith(page, `Upload failed: ${refused}`)).toBeVisible()
  await expect(widget.getByText(refused)).toBeVisible()
  await expect(picture).toHaveCount(0)

  await chooseGreen()
  await usePhoto()
  await expect(toastWith(page, 'Profile photo uploaded successfully')).toBeVisible()
  await expect(picture).toHaveAttribute('src', /^\/photos\//)

  let cut: () => void = () => undefined
  const held = new Promise<void>((resolve) => (cut = resolve))
  await page.route('**/photo-upload*', async (route) => {
    await held
    await route.abort()
  })
  await chooseGreen()
  await usePhoto()
  await expect(widget.getByRole('progressbar', { name: 'Uploading your photo' })).toBeVisible()
  await expect(picture).toHaveAttribute('src', /^data:image/)
  await expectAccessible(page)
  cut()
  await expect(toastWith(page, 'Failed to upload profile photo')).toBeVisible()
  await expect(picture).toHaveAttribute('src', /^\/photos\//)
})

test('a photo is removed by keyboard after a confirmation, and the initials return', async ({ page }) => {
  await signInAsExpert(page)
  const { widget, chooseGreen, usePhoto, picture } = await openWidget(page, '/expert/profile/edit')
  const remove = widget.getByRole('button', { name: 'Remove photo' })
  await expect(remove).toHaveCount(0)
  await chooseGreen()
  await usePhoto()
  await expect(toastWith(page, 'Profile photo uploaded successfully')).toBeVisible()

  const question = page.getByRole('dialog', { name: 'Remove your photo?' })
  await remove.focus()
  await page.keyboard.press('Enter')
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(remove).toBeFocused()
  await expect(picture).toBeVisible()

  await page.route('**/photo-upload*', (route) => route.abort())
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Remove photo' }).press('Enter')
  await expect(toastWith(page, 'Failed to remove profile photo')).toBeVisible()
  await expect(picture).toBeVisible()
  await expect(remove).toBeFocused()
  await page.unroute('**/photo-upload*')

  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Remove photo' }).press('Enter')
  await expect(announcement(page, 'Profile photo removed')).toBeAttached()
  await expect(picture).toHaveCount(0)
  await expect(remove).toHaveCount(0)
  await expect(widget.getByRole('button', { name: 'Choose a photo' })).toBeFocused()
  await page.goto('/expert/profile')
  await expect(page.getByRole('main').locator('img')).toHaveCount(0)
})
