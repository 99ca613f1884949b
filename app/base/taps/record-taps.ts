import { type EarlyTaps, isMarked, mark, type PressedControl, unmark } from '#app/base/taps/early-taps.ts'

/** Starts an action that needs the user's own event, such as opening the share sheet. */
type ActImmediately = (control: HTMLElement) => Promise<unknown> | undefined

/**
 * Records presses until React has hydrated the page, and shows each control as pressed immediately. Links, summaries,
 * popovers and plain forms work without scripts and are left to the browser.
 *
 * React does not receive the recorded events. It would handle some of them during hydration, and the replay would
 * repeat those. Other listeners of the window still receive the events, and start React.
 */
export function recordTaps(actImmediately: ActImmediately): void {
  const finished = new AbortController()
  const taps: EarlyTaps = {
    pressed: [],
    results: new Map(),
    texts: new Map(),
    isReplaying: false,
    finish: () => finished.abort(),
  }
  window.samjhaoTaps = taps
  const early = { capture: true, signal: finished.signal }

  const onPress = (event: Event) => {
    const control = findButton(event.target)
    if (!control || taps.isReplaying) return
    event.stopPropagation()
    if (event.type === 'click' && !isMarked(control)) press(control)
  }
  addEventListener('pointerdown', onPress, early)
  addEventListener('mousedown', onPress, early)
  addEventListener('click', onPress, early)

  addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement
      if (taps.isReplaying || form.dataset.waits === undefined) return
      event.preventDefault()
      event.stopPropagation()
      hold({ control: event.submitter ?? form, form })
    },
    early,
  )

  addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLTextAreaElement) taps.texts.set(target, target.value)
    },
    early,
  )

  // A link with the role of a tab or button must react to the space bar, too. Browsers activate links with Enter only.
  addEventListener(
    'keydown',
    (event) => {
      const link = event.target as HTMLElement
      if (event.key !== ' ' || !link.matches('a[role]')) return
      event.preventDefault()
      link.click()
    },
    early,
  )

  // Runs when a script of the page could not be loaded.
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement)) return
      for (const { control, form } of taps.pressed.splice(0)) {
        unmark(control)
        if (form) sendWithoutScripts(form, control)
      }
    },
    early,
  )

  sendFormsOnce(early)

  function press(control: HTMLElement): void {
    const { chooser } = control.dataset
    // The chosen file stays in its field until React has hydrated it.
    if (chooser) return document.getElementById(chooser)?.click()
    const result = actImmediately(control)
    if (result) taps.results.set(control, result)
    hold({ control })
  }

  function hold(pressed: PressedControl): void {
    if (isMarked(pressed.control)) return
    mark(pressed.control)
    taps.pressed.push(pressed)
  }

  function sendWithoutScripts(form: HTMLFormElement, control: HTMLElement): void {
    taps.isReplaying = true
    form.requestSubmit(control === form ? null : control)
    taps.isReplaying = false
  }
}

/** Finds the button that needs scripts. */
function findButton(target: EventTarget | null): HTMLElement | null | undefined {
  return (target as Element).closest?.<HTMLElement>('button[type=button]:not([popovertarget],[data-instant])')
}

/** Blocks a second submit of a form that the browser is already sending, including a submit by React. */
function sendFormsOnce(early: AddEventListenerOptions): void {
  const sent = new Map<EventTarget | null, HTMLElement>()
  addEventListener(
    'submit',
    (event) => {
      if (!sent.has(event.target)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )
  addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement
      if (event.defaultPrevented || form.method !== 'post') return
      const control = event.submitter ?? form
      sent.set(form, control)
      mark(control)
    },
    { signal: early.signal },
  )
  // The page may come back from the browser's cache.
  addEventListener('pagehide', () => {
    for (const control of sent.values()) unmark(control)
    sent.clear()
  })
}
