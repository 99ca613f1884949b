import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider, useFetcher, useFetchers } from 'react-router'
import { expect, test } from 'vitest'
import { useFetcherAnswers } from '#app/base/forms/router-fetchers.ts'

test('useFetcherAnswers reports the response to an unmounted form, unlike the public hooks', async () => {
  const reported: [string, unknown][] = []
  const publicAnswers: unknown[] = []
  const record = (key: string, answer: unknown) => void reported.push([key, answer])
  const answer = Promise.withResolvers<object>()

  function Form() {
    const { Form: FetcherForm } = useFetcher({ key: 'a-form' })
    return (
      <FetcherForm method="post">
        <button type="submit">Send</button>
      </FetcherForm>
    )
  }
  function Page() {
    useFetcherAnswers(record)
    for (const { data } of useFetchers()) if (data) publicAnswers.push(data)
    const [isMounted, setIsMounted] = useState(true)
    return (
      <>
        {isMounted && <Form />}
        <button type="button" onClick={() => setIsMounted(false)}>
          Leave
        </button>
      </>
    )
  }
  const router = createMemoryRouter([{ path: '/', Component: Page, action: () => answer.promise }])
  render(<RouterProvider router={router} />)

  await act(async () => screen.getByRole('button', { name: 'Send' }).click())
  await act(async () => screen.getByRole('button', { name: 'Leave' }).click())
  await act(async () => answer.resolve({ done: 'Saved' }))

  await expect.poll(() => reported).toContainEqual(['a-form', { done: 'Saved' }])
  // If this fails, the library may now offer a public API to use instead.
  expect(publicAnswers).toEqual([])
})
