import { act, render } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { toast as sonner } from 'sonner'
import { onToast, toast } from '#app/ui/toast.ts'
import { chooseToastPlace } from '#app/ui/toast-position.ts'
import { Toaster } from '#app/ui/toaster.tsx'
import { textOf } from '#tests/read-element.ts'

beforeEach(() => {
  vi.useFakeTimers()
  document.elementsFromPoint = () => []
})

/** The texts of the toasts that are shown and not leaving. */
function shownTexts(): string[] {
  const toasts = [...document.querySelectorAll('[data-sonner-toast]:not([data-removed=true])')]
  return toasts.map((element) => textOf(element.querySelector('[data-title]')))
}

const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))

async function open() {
  // Takes toasts that earlier tests left in the queue.
  const unsubscribe = onToast(() => undefined)
  await wait(0)
  unsubscribe()
  // Sonner shows the toasts of earlier tests again when a toaster is mounted.
  sonner.dismiss()
  render(<Toaster firstToasts={[]} />)
  await wait(1_000)
}

test('one toast is shown at a time, and the next toast waits until the first could be read', async () => {
  await open()
  toast({ kind: 'success', text: 'Request sent to Ravi Nair', id: 'call' })
  await wait(100)
  toast({ kind: 'success', text: 'Ravi Nair joined the call', id: 'call-joined' })
  await wait(100)
  expect(shownTexts()).toEqual(['Request sent to Ravi Nair'])
  await wait(2_500)
  expect(shownTexts()).toEqual(['Ravi Nair joined the call'])
})

test('a toast replaces a loading toast, and a toast with the same id, immediately', async () => {
  await open()
  toast({ kind: 'loading', text: 'Logging in...', id: 'flash' })
  await wait(10)
  toast({ kind: 'error', text: 'Login failed.', id: 'flash' })
  await wait(10)
  expect(shownTexts()).toEqual(['Login failed.'])
  toast({ kind: 'loading', text: 'Logging in...', id: 'flash' })
  await wait(10)
  toast({ kind: 'info', text: 'Call ended', id: 'call-ended' })
  await wait(10)
  expect(shownTexts()).toEqual(['Call ended'])
})

test('a waiting toast is replaced by a newer toast with the same id', async () => {
  await open()
  toast({ kind: 'info', text: 'Call ended', id: 'call-ended' })
  toast({ kind: 'success', text: 'You are now online', id: 'online' })
  toast({ kind: 'success', text: 'You are now offline', id: 'online' })
  await wait(2_600)
  expect(shownTexts()).toEqual(['You are now offline'])
  await wait(10_000)
  expect(shownTexts()).toEqual([])
})

test.each([
  ['success', 4_000],
  ['info', 6_000],
  ['error', 8_000],
] as const)('a toast (%s) closes automatically', async (kind, ms) => {
  await open()
  toast({ kind, text: 'Thank you' })
  await wait(ms - 500)
  expect(shownTexts()).toEqual(['Thank you'])
  await wait(1_000)
  expect(shownTexts()).toEqual([])
})

/** Adds a page with a control at each position. */
function addPage(controls: { html: string; at: 'top' | 'bottom' }[]): HTMLElement {
  const main = document.body.appendChild(document.createElement('main'))
  onTestFinished(() => main.remove())
  main.innerHTML = controls.map(({ html }) => html).join('')
  for (const [index, { at }] of controls.entries()) {
    const top = at === 'top' ? 90 : window.innerHeight - 88
    const rect = { left: 0, right: 2_000, top, bottom: top + 48, width: 2_000, height: 48 }
    vi.spyOn(main.children[index] as HTMLElement, 'getBoundingClientRect').mockReturnValue(rect as DOMRect)
  }
  return main
}

const submit = '<button type="submit">Log in</button>'
const button = '<button type="button">Show more</button>'
const link = '<a href="/experts" data-button="">Choose an expert</a>'

test.each([
  ['a submit button', [{ html: submit, at: 'bottom' }], 'top-center'],
  ['a button', [{ html: button, at: 'bottom' }], 'top-center'],
  ['a link that looks like a button', [{ html: link, at: 'bottom' }], 'top-center'],
  [
    'a checkbox with its label',
    [{ html: '<label><input type="checkbox">I am 18</label>', at: 'bottom' }],
    'top-center',
  ],
  ['a text field', [{ html: '<input name="email">', at: 'bottom' }], 'top-center'],
  ['a disabled button', [{ html: button.replace('type', 'disabled type'), at: 'bottom' }], 'bottom-center'],
  ['a plain link', [{ html: '<a href="/experts">Experts</a>', at: 'bottom' }], 'bottom-center'],
  ['a button at the top', [{ html: button, at: 'top' }], 'bottom-center'],
] as const)('a toast avoids controls: %s', (_, controls, position) => {
  addPage([...controls])
  expect(chooseToastPlace()).toEqual({ position, raisedPx: 0 })
})

const fixed = (html: string) => `<div style="position: fixed">${html}</div>`

test.each([
  ['of the page', submit, button],
  ['that are fixed', fixed('<button>Mute</button>'), fixed('<a href="/">Back</a>')],
])('a toast is above the controls at the bottom when there are controls %s at both ends', (_, atBottom, atTop) => {
  const main = addPage([
    { html: atBottom, at: 'bottom' },
    { html: atTop, at: 'top' },
  ])
  for (const part of main.querySelectorAll('div')) {
    const control = part.firstElementChild as HTMLElement
    vi.spyOn(control, 'getBoundingClientRect').mockReturnValue(part.getBoundingClientRect())
  }
  const { position, raisedPx } = chooseToastPlace()
  expect(position).toBe('bottom-center')
  // The control begins 88 px above the lower edge, and the usual place of a toast 24 px above it.
  expect(raisedPx).toBe(72)
})

test('a toast covers fields rather than a submit button or a fixed control when no place is free', () => {
  const main = addPage([
    { html: fixed('<button>Mute</button>'), at: 'bottom' },
    { html: '<textarea></textarea>', at: 'top' },
  ])
  const rectOf = (top: number, bottom: number) => ({ left: 0, right: 2_000, top, bottom, width: 2_000 }) as DOMRect
  const [part, field] = [...main.children] as HTMLElement[]
  const control = part?.firstElementChild as HTMLElement
  vi.spyOn(control, 'getBoundingClientRect').mockReturnValue((part as HTMLElement).getBoundingClientRect())
  vi.spyOn(field as HTMLElement, 'getBoundingClientRect').mockReturnValue(rectOf(0, window.innerHeight - 88))
  expect(chooseToastPlace()).toEqual({ position: 'top-center', raisedPx: 0 })
})

test('a toast does not avoid a control that another part of the page hides', () => {
  const main = addPage([{ html: button, at: 'bottom' }])
  const footer = document.body.appendChild(document.createElement('footer'))
  onTestFinished(() => footer.remove())
  document.elementsFromPoint = () => [footer, main]
  expect(chooseToastPlace()).toEqual({ position: 'bottom-center', raisedPx: 0 })
})

test('a toast does not avoid the buttons that a dialog hides', () => {
  addPage([{ html: button, at: 'bottom' }]).setAttribute('aria-hidden', 'true')
  expect(chooseToastPlace()).toEqual({ position: 'bottom-center', raisedPx: 0 })
})

test('a toast appears at the bottom, and moves to the top when a submit button appears there', async () => {
  await open()
  toast({ kind: 'info', text: 'Call ended' })
  await wait(100)
  const readPosition = () => document.querySelector('[data-sonner-toast]')?.getAttribute('data-y-position')
  expect(readPosition()).toBe('bottom')
  const main = document.body.appendChild(document.createElement('main'))
  main.innerHTML = '<form><button type="submit">Log in</button></form>'
  const bottom = window.innerHeight - 40
  const rect = { left: 0, right: 2_000, top: bottom - 48, bottom, width: 2_000, height: 48 }
  vi.spyOn(main.querySelector('button') as HTMLElement, 'getBoundingClientRect').mockReturnValue(rect as DOMRect)
  await wait(500)
  expect(shownTexts()).toEqual(['Call ended'])
  expect(readPosition()).toBe('top')
  await wait(5_000)
  toast({ kind: 'error', text: 'Login failed.' })
  await wait(3_000)
  expect(readPosition()).toBe('top')
  main.remove()
})
