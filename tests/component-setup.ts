import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { loadAllLazyModules } from '#app/ui/lazy-module.ts'
import { FakeIntersectionObserver } from '#tests/on-screen.ts'
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

// Happy DOM names the form itself as the button that sent it, which React then refuses.
HTMLFormElement.prototype.requestSubmit = function requestSubmit(submitter: HTMLButtonElement | null = null) {
  if (!submitter?.formNoValidate && !this.noValidate && !this.checkValidity()) return
  this.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }))
}

// React Router asks in this way whether a form can be read together with the button that sent it. Happy DOM can, and does not say so.
const HappyFormData = FormData
globalThis.FormData = class extends HappyFormData {
  constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
    if (typeof submitter === 'number') throw new TypeError('not a button')
    super(form, submitter)
  }
}

// No picture is ever loaded, and none has failed until a test says so.
Object.defineProperty(HTMLImageElement.prototype, 'complete', { get: () => false })

globalThis.IntersectionObserver = FakeIntersectionObserver as unknown as typeof IntersectionObserver

beforeEach(async () => {
  await loadAllLazyModules()
  // Timers stay real, so that nothing that is waited for hangs.
  vi.useFakeTimers({ now, toFake: ['Date'] })
  // There is no network, unless a test answers what is fetched.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  localStorage.clear()
  sessionStorage.clear()
})

afterEach(({ task }) => {
  if (task.result?.state === 'fail') printPage()
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Without classes, which nobody reads in a terminal. */
function printPage(): void {
  const page = document.body.cloneNode(true) as HTMLElement
  for (const element of page.querySelectorAll('[class]')) element.removeAttribute('class')
  console.log(prettyDOM(page, 12_000, { highlight: false }))
}
