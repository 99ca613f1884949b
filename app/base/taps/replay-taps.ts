import { type EarlyTaps, type PressedControl, unmark } from '#app/base/taps/early-taps.ts'
import { reportEarlyChanges } from '#app/base/taps/report-early-changes.ts'

/** Replays the recorded presses, once and in order. React does not replay clicks on a hydrated root. */
export async function replayTaps(): Promise<void> {
  const taps = window.samjhaoTaps
  if (!taps) return
  // First React must render the state that effects have set.
  await nextTask()
  reportEarlyChanges(taps)
  for (let press = taps.pressed.shift(); press; press = taps.pressed.shift()) {
    // React must render the result of each press before the next press.
    await nextTask()
    replay(taps, press)
  }
  taps.finish()
  delete window.samjhaoTaps
}

function replay(taps: EarlyTaps, { control, form }: PressedControl): void {
  unmark(control)
  taps.isReplaying = true
  if (form) form.requestSubmit(control === form ? null : control)
  else {
    // Menus open on this event.
    control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true }))
    control.click()
  }
  taps.isReplaying = false
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
