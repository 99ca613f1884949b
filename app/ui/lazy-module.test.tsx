import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { createLazyModule, waitForLazyModules } from '#app/ui/lazy-module.ts'

test('loads a module once and reuses it', async () => {
  const load = vi.fn<() => Promise<string>>(async () => 'the code')
  const part = createLazyModule(load)
  const Shown = part.component((code) => () => <p>{code}</p>)
  await act(async () => {
    render(
      <Suspense fallback="wait">
        <Shown />
      </Suspense>,
    )
  })
  expect(screen.getByText('the code')).toBeTruthy()
  expect(await part.load()).toBe('the code')
  expect(load).toHaveBeenCalledTimes(1)
})

test('retries a failed load and does not block the page', async () => {
  let shouldFail = true
  const part = createLazyModule(async () => {
    if (shouldFail) throw new TypeError('Failed to fetch')
    return 'the code'
  })
  await expect(part.load()).rejects.toThrow('Failed to fetch')
  await waitForLazyModules()
  shouldFail = false
  expect(await part.load()).toBe('the code')
})

test('does not load a provided module', () => {
  const part = createLazyModule(() => Promise.reject<string>(new Error('not here')))
  part.provide('the code')
  const Shown = part.component((code) => () => <p>{code}</p>)
  render(<Shown />)
  expect(screen.getByText('the code')).toBeTruthy()
})

test('shows the fallback when a load fails, and retries for the next component', async () => {
  let failures = 1
  const part = createLazyModule(async () => {
    if (failures-- > 0) throw new TypeError('Failed to fetch')
    return 'the code'
  })
  const create = () =>
    part.component(
      (code) => () => <p>{code}</p>,
      () => <p>the fallback</p>,
    )
  const show = (Shown: ReturnType<typeof create>) =>
    act(async () => {
      render(
        <Suspense fallback="wait">
          <Shown />
        </Suspense>,
      )
    })
  await expect(part.load()).rejects.toThrow('Failed to fetch')
  failures = 1
  await show(create())
  expect(screen.getByText('the fallback')).toBeTruthy()
  await show(create())
  expect(screen.getByText('the code')).toBeTruthy()
})
