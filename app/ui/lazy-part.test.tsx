// oxlint-disable no-console -- the mock of quiet-console.ts
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { createLazyPart } from '#app/ui/lazy-part.tsx'
import { LoadFailed } from '#app/ui/load-failed.tsx'

// React reports each failure.
beforeEach(() => void vi.mocked(console.error).mockImplementation(() => undefined))

type Props = { name: string }

/** A part whose first attempts to load fail. */
function openPart({ failures = 0, Loaded = ({ name }: Props) => <p>The part of {name}</p> }) {
  const server = { loads: 0 }
  const Part = createLazyPart<Props>({
    load() {
      server.loads += 1
      return server.loads <= failures ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(Loaded)
    },
    loading: <p>Loading…</p>,
    Failed: ({ failures, onRetry }) => <LoadFailed what="The part" failures={failures} onRetry={onRetry} />,
  })
  const page = () => (
    <main tabIndex={-1}>
      <p>The rest</p>
      <Part name="Asha" />
    </main>
  )
  return { server, Part, ...render(page()) }
}

const tryAgain = () => userEvent.click(screen.getByRole('button', { name: 'Try again' }))

test('a part is loaded once, and shows a text until then', async () => {
  const { server, Part } = openPart({})
  expect(screen.getByText('Loading…')).toBeTruthy()
  expect(await screen.findByText('The part of Asha')).toBeTruthy()
  render(<Part name="Ravi" />)
  expect(screen.getByText('The part of Ravi')).toBeTruthy()
  expect(server.loads).toBe(1)
})

test('a part that cannot be loaded is loaded again, and the rest of the page stays', async () => {
  const { server } = openPart({ failures: 2 })
  expect((await screen.findByRole('alert')).textContent).toBe('The part could not be loaded.Try again')
  await tryAgain()
  expect((await screen.findByText(/^The part could not/)).textContent).toContain('reload the page')
  expect(screen.getByText('The rest')).toBeTruthy()
  await tryAgain()
  expect(await screen.findByText('The part of Asha')).toBeTruthy()
  expect(server.loads).toBe(3)
  // The focus stays near although the button has gone.
  expect(document.activeElement).toBe(screen.getByRole('main'))
  vi.mocked(console.error).mockClear()
})

test('a part that could not be loaded is loaded again when it is next shown', async () => {
  const { unmount, Part } = openPart({ failures: 1 })
  await screen.findByRole('alert')
  unmount()
  render(<Part name="Asha" />)
  expect(await screen.findByText('The part of Asha')).toBeTruthy()
  vi.mocked(console.error).mockClear()
})

test('an error in a part does not remove the rest of the page', async () => {
  let isBroken = true
  openPart({
    Loaded({ name }) {
      if (isBroken) throw new Error('broken')
      return <p>The part of {name}</p>
    },
  })
  await screen.findByRole('alert')
  expect(screen.getByText('The rest')).toBeTruthy()
  isBroken = false
  await tryAgain()
  expect(await screen.findByText('The part of Asha')).toBeTruthy()
  vi.mocked(console.error).mockClear()
})
