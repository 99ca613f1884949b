import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type DataRouter, useDataRouter } from '#app/base/data-router.ts'

function createPage() {
  const found: (DataRouter | null)[] = []
  const record = (router: DataRouter | null) => void found.push(router)
  const Page = () => {
    record(useDataRouter())
    return null
  }
  return { Page, found }
}

test('useDataRouter returns the router with its state and its subscription', async () => {
  const { Page, found } = createPage()
  const router = createMemoryRouter([
    { id: 'page', path: '/', loader: () => 'data', Component: Page, HydrateFallback: () => null },
  ])
  await act(async () => render(<RouterProvider router={router} />))
  expect(found.at(-1)).toBe(router)
  expect(found.at(-1)).toMatchObject({
    state: { location: { pathname: '/' }, loaderData: { page: 'data' }, fetchers: expect.any(Map) },
    subscribe: expect.any(Function),
  })
})

test('useDataRouter returns null outside a router', () => {
  const { Page, found } = createPage()
  render(<Page />)
  expect(found).toEqual([null])
})
