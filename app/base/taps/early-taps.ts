/**
 * Presses from before hydration. An inline script records them (`record-taps.ts`), and React replays them after
 * hydration (`replay-taps.ts`). The two are separate bundles, so they share this object on the window.
 */
export type EarlyTaps = {
  /** Oldest first, each control at most once. */
  pressed: PressedControl[]
  /** Results of controls whose action could not wait for React, because it needs the user's own event. */
  results: Map<Element, Promise<unknown>>
  /** Typed text of text areas, which React empties or resets when it hydrates them. */
  texts: Map<Element, string>
  /** True while an event is replayed, so that it is not recorded again. */
  isReplaying: boolean
  /** Stops recording: from now on React receives the events. */
  finish(): void
}

export type PressedControl = {
  control: HTMLElement
  /** The form to submit. Without one, the control is clicked. */
  form?: HTMLFormElement
}

declare global {
  interface Window {
    samjhaoTaps?: EarlyTaps
  }
}

/** Props of a form whose early submit waits for the scripts. The browser sends other forms immediately. */
export const waitsForScripts = { 'data-waits': '' }

/** Props of a button that an inline script of the page handles immediately. */
export const isInstant = { 'data-instant': '' }

/** Props of a button that opens a file chooser, which browsers allow only for the user's own event. */
export function opensChooser(inputId: string) {
  return { 'data-chooser': inputId }
}

/** Returns and removes the result of an action that the inline script has started. */
export function takeEarlyResult(control: Element): Promise<unknown> | undefined {
  const results = typeof window === 'undefined' ? undefined : window.samjhaoTaps?.results
  const result = results?.get(control)
  results?.delete(control)
  return result
}

export const isMarked = (control: HTMLElement) => control.dataset.pressed !== undefined

/** Shows the control as pressed. The style of `data-pressed` is in `app.css`. */
export function mark(control: HTMLElement): void {
  control.dataset.pressed = ''
  control.ariaBusy = 'true'
}

export function unmark(control: HTMLElement): void {
  delete control.dataset.pressed
  control.ariaBusy = null
}
