import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CodeView } from '#app/boards/code/code-view.tsx'
import { expectAccessible } from '#tests/accessible.ts'

test('the code of a session is read with its language, copied and downloaded', async () => {
  const code = 'for i in range(3):\n    print("<b>", i)\n'
  render(<CodeView code={code} language="python" />)
  expect(screen.getByText(/^for i/).textContent).toBe(code)
  expect(screen.getByRole('heading', { name: 'Code · Python' })).toBeDefined()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Copy the code' }))
  expect(await navigator.clipboard.readText()).toBe(code)
  await screen.findByText('Copied.')
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => (blobs.push(blob as Blob), 'blob:code'))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await user.click(screen.getByRole('button', { name: 'Download as code.py' }))
  expect(click).toHaveBeenCalledOnce()
  expect(await blobs[0]?.text()).toBe(code)
  await expectAccessible()
})

test.each([undefined, null, 7, '__proto__', { id: 'python' }])('%j as the language is plain text', (language) => {
  render(<CodeView code="x" language={language} />)
  expect(screen.getByRole('heading', { name: 'Code' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Download as code.txt' })).toBeDefined()
})
