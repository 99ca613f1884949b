import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import {
  createMemoryRouter,
  data,
  Outlet,
  RouterProvider,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  useFetcher,
} from 'react-router'
import { expect, test } from 'vitest'
import { usePageKeeper } from '#app/base/keep-page.ts'
import { pageMiddleware } from '#app/shell/page-middleware.ts'
import { networkFailure } from '#tests/stub-fetch.ts'

type RouteModule = { action?: unknown; clientAction?: (args: object) => Promise<unknown> }

const modules = import.meta.glob<RouteModule>('../**/*.route.{ts,tsx}', { eager: true })
const actions = Object.entries(modules).filter(([, { action }]) => action !== undefined)

function Frame() {
  usePageKeeper()
  return <Outlet />
}

type Answer = { refusal?: { text: string }; failed?: true }

function Page() {
  const fetcher = useFetcher<Answer>()
  const answer = fetcher.data
  return (
    <fetcher.Form method="post" action="/sent">
      <input aria-label="Question" name="question" />
      <button type="submit">Send</button>
      <p role="status">{answer?.refusal?.text ?? (answer?.failed && 'failed')}</p>
    </fetcher.Form>
  )
}

/** A page that sends a form to this route while the server is unreachable. */
function openPage({ clientAction }: RouteModule, fail: () => never) {
  const serverAction = async () => fail()
  const action = clientAction ? (args: object) => clientAction({ ...args, serverAction }) : serverAction
  const router = createMemoryRouter([
    {
      Component: Frame,
      middleware: pageMiddleware as [],
      HydrateFallback: () => null,
      ErrorBoundary: () => <p>The page is gone</p>,
      children: [
        { path: '/', Component: Page },
        { path: '/sent', action },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
}

function failAtProxy(): never {
  throw new ErrorResponse(502, 'Bad Gateway', '<html>')
}

/** In the browser, React Router wraps what an action without a client action throws. */
function failInsideWrapper(): never {
  throw data(new TypeError('Failed to fetch'))
}

test('there are actions', () => expect(actions.length).toBeGreaterThan(50))

test.each(
  actions.flatMap(([file, module]) => [
    [file, 'without a response', networkFailure, module] as const,
    [file, 'without a response, in the browser', failInsideWrapper, module] as const,
    [file, 'with the response of a proxy', failAtProxy, module] as const,
  ]),
)('a form that is sent to %s %s keeps its page and shows the problem', async (_file, _how, fail, module) => {
  openPage(module, fail)
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  await user.type(await screen.findByLabelText('Question'), 'Why?')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^(Network error\. |Failed to |failed$)/))
  expect((screen.getByLabelText('Question') as HTMLInputElement).value).toBe('Why?')
})
