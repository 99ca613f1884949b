import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { now } from '#tests/screen.tsx'

configure({
  // As patient as every other condition that is waited for.
  asyncUtilTimeout: 10_000,
  // Waiting for an element builds this error at every change, so it must be cheap. The page is printed once, below.
  getElementError: function elementError(message) {
    const error = new Error(message ?? 'no such element')
    Error.captureStackTrace(error, elementError)
    return error
  },
})

beforeEach(() => {
  // Timers stay real, so that nothing that is waited for hangs.
  vi.useFakeTimers({ now, toFake: ['Date'] })
  localStorage.clear()
  sessionStorage.clear()
})

afterEach(({ task }) => {
  if (task.result?.state === 'fail') printPage()
  cleanup()
  vi.useRealTimers()
})

/** Without classes, which nobody reads in a terminal. */
function printPage(): void {
  const page = document.body.cloneNode(true) as HTMLElement
  for (const element of page.querySelectorAll('[class]')) element.removeAttribute('class')
  console.log(prettyDOM(page, 12_000, { highlight: false }))
}
