/** These values match `--toast-bottom`, the offset of `Toaster`, and a toast with two lines. */
const bottomOnPhonesPx = 76
const bottomPx = 24
const topPx = 76
const toastHeightPx = 84
const toastWidthPx = 356

export type ToastPosition = 'bottom-center' | 'top-center'

/**
 * Toasts appear at the bottom, but at the top while they would cover a submit button, the actions of a dialog or the
 * controls of a call. Other buttons and fields move a toast to the top only if it covers none there.
 */
export function chooseToastPosition(): ToastPosition {
  const { innerWidth, innerHeight } = window
  const bottom = innerHeight - (innerWidth < 768 ? bottomOnPhonesPx : bottomPx)
  const halfWidth = Math.min(toastWidthPx, innerWidth - 32) / 2
  const sides = { left: innerWidth / 2 - halfWidth, right: innerWidth / 2 + halfWidth }
  const atBottom = { ...sides, top: bottom - toastHeightPx, bottom }
  const atTop = { ...sides, top: topPx, bottom: topPx + toastHeightPx }
  const mustBeAtTop = covers(atBottom, 'main [type=submit]') || coversFixedControls(atBottom)
  return mustBeAtTop || (covers(atBottom, pressable) && !covers(atTop, pressable)) ? 'top-center' : 'bottom-center'
}

type Box = { left: number; right: number; top: number; bottom: number }

const pressable = 'main :is(button:not(:disabled), [role=button], [data-button], label, input, select, textarea)'

function covers(box: Box, selector: string): boolean {
  return [...document.querySelectorAll(selector)].some((button) => {
    // While a dialog is open, it hides the page below.
    if (button.closest('[aria-hidden=true]')) return false
    const { left, right, top, bottom, width } = button.getBoundingClientRect()
    return width > 0 && left < box.right && right > box.left && top < box.bottom && bottom > box.top
  })
}

/** Whether the box overlaps a fixed or sticky part of the page that has controls. */
function coversFixedControls({ left, right, top, bottom }: Box): boolean {
  const xs = [left + 8, (left + right) / 2, right - 8]
  const ys = [top + 8, bottom - 8]
  return xs.some((x) => ys.some((y) => hasFixedControls(findTopElement(x, y))))
}

function findTopElement(x: number, y: number): Element | undefined {
  return document.elementsFromPoint(x, y).find((element) => !element.closest('[data-sonner-toaster]'))
}

function hasFixedControls(element: Element | null | undefined): boolean {
  for (let ancestor = element; ancestor; ancestor = ancestor.parentElement) {
    const { position } = getComputedStyle(ancestor)
    if (position === 'fixed' || position === 'sticky') {
      return ancestor.querySelector('button, a, input, select, textarea') !== null
    }
  }
  return false
}
