import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { loadAllLazyModules } from '#app/ui/lazy-module.ts'
import { disableOwnerStacks } from '#tests/react-owner-stacks.ts'
import { listHidingRules, simplifyComputedStyles } from '#tests/computed-styles.ts'
import { FakeIntersectionObserver } from '#tests/fake-intersection-observer.ts'
import { now } from '#tests/screen.tsx'

disableOwnerStacks()
simplifyComputedStyles()

configure({
  // The same timeout as all other polling.
  asyncUtilTimeout: 60_000,
  // Polling builds this error at every change, so it must be cheap. The page is printed once, below.
  getElementError: function elementError(message) {
    const error = new Error(message ?? 'no such element')
    Error.captureStackTrace(error, elementError)
    return error
  },
})

// Happy DOM passes the form itself as the submitter, which React refuses.
HTMLFormElement.prototype.requestSubmit = function requestSubmit(submitter: HTMLButtonElement | null = null) {
  if (!submitter?.formNoValidate && !this.noValidate && !this.checkValidity()) return
  this.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }))
}

// React Router detects `FormData` submitter support this way. Happy DOM supports it but fails the detection.
const HappyFormData = FormData
globalThis.FormData = class extends HappyFormData {
  constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
    if (typeof submitter === 'number') throw new TypeError('not a button')
    super(form, submitter)
  }
}

// Pages of the product have a doctype. KaTeX refuses to draw without one.
Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat' })

// Images never load, and fail only when a test says so.
Object.defineProperty(HTMLImageElement.prototype, 'complete', { get: () => false })

globalThis.IntersectionObserver = FakeIntersectionObserver as unknown as typeof IntersectionObserver

beforeEach(async () => {
  await loadAllLazyModules()
  // Timers stay real, so that polling does not hang.
  vi.useFakeTimers({ now, toFake: ['Date'] })
  // Requests fail unless a test stubs fetch.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  localStorage.clear()
  sessionStorage.clear()
})

afterEach(({ task }) => {
  if (task.result?.state === 'fail') printPage()
  const hidingRules = listHidingRules()
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  expect(hidingRules).toEqual([])
})

/** Prints the page without class attributes. */
function printPage(): void {
  const page = document.body.cloneNode(true) as HTMLElement
  for (const element of page.querySelectorAll('[class]')) element.removeAttribute('class')
  console.log(prettyDOM(page, 12_000, { highlight: false }))
}

// happy-dom has no layout. The toaster loads with the first toast and then asks what it would cover.
document.elementsFromPoint ??= () => []
