import { act, render, screen, waitFor } from '@testing-library/react'
import {
  createMemoryRouter,
  data,
  Form,
  Outlet,
  RouterProvider,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  useActionData,
} from 'react-router'
import { expect, test, vi } from 'vitest'
import { keepPage, usePageKeeper } from '#app/base/keep-page.ts'
import { networkEvent } from '#app/base/network-event.ts'
import { networkProblem } from '#app/base/network-problem.ts'
import { onToast } from '#app/ui/toast.ts'

function Frame() {
  usePageKeeper()
  return <Outlet />
}

function Page() {
  const answer = useActionData<{ act: string; refusal: { text: string } }>()
  return (
    <>
      <Form method="post">
        <input aria-label="Question" />
        <button name="act" value="ask">
          Ask
        </button>
        <p role="status">{answer && `${answer.act}: ${answer.refusal.text}`}</p>
      </Form>
      <Form method="post" action="/other">
        <button>Log out</button>
      </Form>
    </>
  )
}

/** Opens a page whose loader and action return these results, one per request. */
function open(loads: (() => unknown)[]) {
  const load = () => loads.shift()?.()
  const page = { loader: load, action: load, Component: Page, ErrorBoundary: () => <p>failed</p> }
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

/** Types a question, and presses a button while the server is unreachable. */
async function press(button: string, fail: () => never) {
  const router = open([() => 'first', fail, failFetch])
  const field = (await screen.findByLabelText('Question')) as HTMLInputElement
  field.value = 'Why does ice float?'
  await act(async () => screen.getByRole('button', { name: button }).click())
  await waitFor(() => expect(router.state.navigation.state).toBe('idle'))
  expect((screen.getByLabelText('Question') as HTMLInputElement).value).toBe('Why does ice float?')
  expect(router.state.location.pathname).toBe('/')
}

test('a form that cannot be sent shows a network problem and reports it to the page', async () => {
  const onReport = vi.fn<(event: Event) => void>()
  addEventListener(networkEvent, onReport)
  await press('Ask', failFetch)
  removeEventListener(networkEvent, onReport)
  expect(screen.getByRole('status').textContent).toBe(`ask: ${networkProblem.refusal.text}`)
  expect(onReport).toHaveBeenCalledWith(expect.objectContaining({ detail: false }))
})

test('a form shows the refusal of a server without a database', async () => {
  await press('Ask', () => {
    throw new ErrorResponse(503, '', { code: 'unavailable', text: 'Temporarily unavailable' })
  })
  expect(screen.getByRole('status').textContent).toBe('ask: Temporarily unavailable')
})

test('an unsent form that opens another page stays on this page', async () => {
  const shown: string[] = []
  const stop = onToast(({ text }) => shown.push(text))
  await press('Log out', failFetch)
  stop()
  expect(shown).toEqual([networkProblem.refusal.text])
})
