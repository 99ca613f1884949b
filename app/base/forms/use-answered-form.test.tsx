import { act, screen, waitFor } from '@testing-library/react'
import { useEffect, useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { openComponent, toastText } from '#tests/screen.tsx'

test('a form removed before its response arrives still moves the focus and shows the response', async () => {
  const answer = Promise.withResolvers<object>()
  const { user } = openComponent(<Days />, { answer: () => answer.promise })
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await act(async () => removeRow())
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Days off' }))
  await act(async () => answer.resolve({ done: 'Removed.' }))
  await waitFor(() => expect(toastText()).toBe('Removed.'))
})

test('a form removed before its response arrives leaves the focus where the person moved it', async () => {
  const { user } = openComponent(<Days />, { answer: () => new Promise(() => undefined) })
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await user.click(screen.getByRole('textbox', { name: 'Notes' }))
  await act(async () => removeRow())
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Notes' }))
})

let removeRow: () => void

function Days() {
  const [hasRow, setHasRow] = useState(true)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    removeRow = () => setHasRow(false)
  }, [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        Days off
      </h2>
      {hasRow && <Row returnTo={heading} />}
      <input aria-label="Notes" />
    </>
  )
}

function Row({ returnTo }: { returnTo: React.RefObject<HTMLElement | null> }) {
  const { Form } = useAnsweredForm({ id: 'row', returnTo })
  return (
    <Form method="post">
      <button type="submit">Remove</button>
    </Form>
  )
}
