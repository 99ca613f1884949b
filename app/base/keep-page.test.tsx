import { act, render, screen } from '@testing-library/react'
import {
  createMemoryRouter,
  data,
  Outlet,
  RouterProvider,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
} from 'react-router'
import { expect, test } from 'vitest'
import { keepPage, usePageKeeper } from '#app/base/keep-page.ts'

function Frame() {
  usePageKeeper()
  return <Outlet />
}

/** Opens a page whose loader returns these results, one per load. */
function open(loads: (() => unknown)[]) {
  const load = () => loads.shift()?.()
  const page = { loader: load, Component: () => <input aria-label="Question" />, ErrorBoundary: () => <p>failed</p> }
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        Component: Frame,
        HydrateFallback: () => null,
        middleware: [
          async ({ request }, next) => {
            const results = await next()
            keepPage(request, results as Parameters<typeof keepPage>[1])
            return results
          },
        ],
        children: [
          { id: 'page', path: '/', ...page },
          { path: '/other', ...page },
        ],
      },
    ],
    { initialEntries: ['/'] },
  )
  render(<RouterProvider router={router} />)
  return router
}

const failFetch = () => {
  throw new TypeError('Failed to fetch')
}

test.each([
  ['without a response', failFetch],
  [
    'with the response of a proxy',
    () => {
      throw new ErrorResponse(502, 'Bad Gateway', '')
    },
  ],
])('a reload %s keeps the page and the typed text', async (_how, fail) => {
  const router = open([() => 'first', fail, () => 'third'])
  const field = (await screen.findByLabelText('Question')) as HTMLInputElement
  field.value = 'Why does ice float?'
  await act(() => router.revalidate())
  expect((screen.getByLabelText('Question') as HTMLInputElement).value).toBe('Why does ice float?')
  expect(router.state.loaderData.page).toBe('first')
  await act(() => router.revalidate())
  expect(router.state.loaderData.page).toBe('third')
})

test('an error is shown after a refusal, and for another page that cannot be loaded', async () => {
  const refused = () => {
    throw data({ text: 'Not allowed' }, { status: 403 })
  }
  const router = open([() => 'first', refused])
  await screen.findByLabelText('Question')
  await act(() => router.revalidate())
  expect(screen.getByText('failed')).toBeTruthy()
  const secondRouter = open([() => 'first', failFetch])
  await screen.findByLabelText('Question')
  await act(() => secondRouter.navigate('/other'))
  expect(screen.getAllByText('failed')).toHaveLength(2)
})
