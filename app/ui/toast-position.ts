/** These values match `--toast-bottom`, the offset of `Toaster`, and a toast with two lines. */
const bottomOnPhonesPx = 76
const bottomPx = 24
const topPx = 76
const toastHeightPx = 84
const toastWidthPx = 356
const stepPx = 12

export type ToastPlace = {
  position: 'bottom-center' | 'top-center'
  /** How far the toast is above its usual place at the bottom. */
  raisedPx: number
}

/**
 * Toasts appear at the bottom. While they would cover controls there, they appear at the top, or else at the lowest
 * free place between. If there is none, they may cover fields and buttons of the page, but no submit button, and no
 * fixed control: those of a dialog, of a call or of the frame.
 */
export function chooseToastPlace(): ToastPlace {
  const { innerWidth, innerHeight } = window
  const bottom = innerHeight - (innerWidth < 768 ? bottomOnPhonesPx : bottomPx)
  const halfWidth = Math.min(toastWidthPx, innerWidth - 32) / 2
  const sides = { left: innerWidth / 2 - halfWidth, right: innerWidth / 2 + halfWidth }
  const boxAt = (top: number) => ({ ...sides, top, bottom: top + toastHeightPx })
  const lowest = bottom - toastHeightPx
  const atBottom = { position: 'bottom-center', raisedPx: 0, box: boxAt(lowest) } as const
  const between = Array.from({ length: Math.max(0, Math.floor((lowest - topPx) / stepPx)) }, (_, index) => {
    const raisedPx = (index + 1) * stepPx
    return { position: 'bottom-center', raisedPx, box: boxAt(lowest - raisedPx) } as const
  })
  const places = [atBottom, { position: 'top-center', raisedPx: 0, box: boxAt(topPx) } as const, ...between]
  const controls = findControls(boxAt(0))
  const mustNotCover = controls.filter(({ isImportant }) => isImportant)
  const { position, raisedPx } =
    places.find(({ box }) => !controls.some(({ rect }) => overlaps(box, rect))) ??
    places.find(({ box }) => !mustNotCover.some(({ rect }) => overlaps(box, rect))) ??
    atBottom
  return { position, raisedPx }
}

type Box = { left: number; right: number; top: number; bottom: number }
type Control = { rect: Box; isImportant: boolean }

const pressable = ':is(button:not(:disabled), [role=button], [data-button], label, input, select, textarea)'

/** The controls that a toast must not cover, in the columns of this box. */
function findControls(columns: Box): Control[] {
  return [...document.querySelectorAll(`${pressable}, a[href]`)].flatMap((element) => {
    // While a dialog is open, it hides the page below.
    if (element.closest('[aria-hidden=true], [data-sonner-toaster]')) return []
    const rect = element.getBoundingClientRect()
    const isInColumns = rect.width > 0 && rect.left < columns.right && rect.right > columns.left
    if (!isInColumns || !isVisible(element, rect)) return []
    const isFixed = isInFixedPart(element)
    // Plain links in a text may be covered for a moment.
    if (!isFixed && !element.matches(`main ${pressable}`)) return []
    return [{ rect, isImportant: isFixed || element.matches('[type=submit]') }]
  })
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top
}

/** False outside the window, and below another part of the page, such as the footer of a dialog that scrolls. */
function isVisible(element: Element, { left, right, top, bottom }: Box): boolean {
  if (bottom <= 0 || top >= window.innerHeight) return false
  const stack = document.elementsFromPoint((left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2)
  const topmost = stack.find((found) => !found.closest('[data-sonner-toaster]'))
  return !topmost || element.contains(topmost) || topmost.contains(element)
}

function isInFixedPart(element: Element): boolean {
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
    const { position } = getComputedStyle(ancestor)
    if (position === 'fixed' || position === 'sticky') return true
  }
  return false
}
