import { act, render, screen } from '@testing-library/react'
import { createRoutesStub, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { staticPart } from '#app/ui/static-part.tsx'

const Steps = ({ count }: { count: number }) => <a href="/steps#all">{count} steps from the browser</a>

/** Hydrates a page from server HTML. The page `/next` has other props. */
function hydrate(load: () => Promise<typeof Steps>) {
  const StaticSteps = staticPart(load)
  const Page = () => {
    const { pathname, hash } = useLocation()
    return (
      <main>
        <output>{pathname + hash}</output>
        <StaticSteps count={pathname === '/next' ? 4 : 3} />
      </main>
    )
  }
  const Routes = createRoutesStub([{ path: '*', Component: Page }])
  const container = document.createElement('div')
  container.innerHTML =
    '<main><output>/</output><div class="contents"><a href="/next">3 steps from the server</a></div></main>'
  document.body.append(container)
  render(<Routes initialEntries={['/']} />, { container, hydrate: true })
}

test('keeps the server HTML without loading its code, and its links use client navigation', async () => {
  const load = vi.fn<() => Promise<typeof Steps>>(async () => Steps)
  hydrate(load)
  const link = screen.getByRole('link', { name: '3 steps from the server' })
  expect(load).not.toHaveBeenCalled()
  await act(async () => link.click())
  expect(screen.getByRole('status').textContent).toBe('/next')
})

test('changed props load the code, and the server HTML stays until it has loaded', async () => {
  const loading = Promise.withResolvers<typeof Steps>()
  hydrate(() => loading.promise)
  await act(async () => screen.getByRole('link').click())
  expect(screen.getByRole('link').textContent).toBe('3 steps from the server')
  await act(async () => loading.resolve(Steps))
  expect(screen.getByRole('link').textContent).toBe('4 steps from the browser')
})
