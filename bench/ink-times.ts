import type { Page } from '@playwright/test'

/** The canvas of unfinished strokes, above the paper. */
export const overlay = '[role=application] canvas + canvas'
/** A point that has not appeared after this time counts as if it appeared then. */
const longestMs = 10_000

export function drawingArea(page: Page) {
  return page.getByRole('application', { name: /^Drawing area/ })
}

/** The times from each movement of the pen in one stroke to the first frame of the other page that shows it. */
export async function measureStroke(
  from: Page,
  to: Page,
  { y, canvas, toX = 580 }: { y: number; canvas: string; toX?: number },
): Promise<number[]> {
  const times: number[] = []
  const box = await drawingArea(from).boundingBox()
  if (!box) throw new Error('The board is not visible.')
  await from.mouse.move(box.x + 40, box.y + y)
  await from.mouse.down()
  for (let x = 100; x <= toX; x += 60) {
    // Smoothing keeps the end of the line behind the pen, by less than half of a step.
    const shown = to.evaluate(waitForInk, { canvas, x: x - 30, y, longestMs })
    const moved = from.evaluate(waitForPointer)
    await from.mouse.move(box.x + x, box.y + y)
    times.push((await shown) - (await moved))
  }
  await from.mouse.up()
  return times
}

/** Runs in the page: the time of the next movement of the pointer, in the clock that all pages share. */
function waitForPointer(): Promise<number> {
  return new Promise((resolve) => {
    const onMove = ({ timeStamp }: Event) => resolve(performance.timeOrigin + timeStamp)
    document.addEventListener('pointermove', onMove, { capture: true, once: true })
  })
}

type Point = { canvas: string; x: number; y: number }

/** Runs in the page: the time of the first frame with ink at this point of the canvas. */
function waitForInk({ canvas, x, y, longestMs: withinMs }: Point & { longestMs: number }): Promise<number> {
  const context = document.querySelector<HTMLCanvasElement>(canvas)?.getContext('2d')
  const untilMs = performance.now() + withinMs
  return new Promise((resolve) => {
    const check = () => {
      const alpha = context?.getImageData(x, y, 1, 1).data[3] ?? 0
      if (alpha > 0 || performance.now() > untilMs) resolve(performance.timeOrigin + performance.now())
      else requestAnimationFrame(check)
    }
    check()
  })
}
