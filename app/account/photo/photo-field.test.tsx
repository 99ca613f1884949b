import { expect, test } from 'vitest'
import { PhotoField } from '#app/account/photo/photo-field.tsx'
import type { PhotoState } from '#app/account/photo/use-photo-upload.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { textOf } from '#tests/read-element.ts'
import { openComponent } from '#tests/screen.tsx'

test('the description of the button lists the accepted files', async () => {
  const { main } = open({ kind: 'idle' })
  const button = main.getByRole('button', { name: 'Choose a photo' })
  const description = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(textOf(description)).toContain('JPEG, PNG or WebP, at most 5 MB.')
  await expectAccessible()
})

test('during an upload, the button has no description, because the accepted files are not shown', async () => {
  const { main } = open({ kind: 'uploading', preview: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', percent: 40 })
  expect(main.getByRole('progressbar', { name: 'Uploading your photo' })).toBeTruthy()
  expect(main.getByRole('button', { name: 'Choose a photo' }).hasAttribute('aria-describedby')).toBe(false)
  await expectAccessible()
})

function open(initialState: PhotoState) {
  return openComponent(<PhotoField name="Asha Verma" currentUrl={null} initialState={initialState} />)
}
