import type { Caller } from '#tests/e2e/calls/callers.ts'
import { expect } from '#tests/e2e/test.ts'

export const board = ({ page }: Caller) => page.getByRole('region', { name: 'Board' })
export const area = ({ page }: Caller) => page.getByRole('application', { name: /^Drawing area/ })
export const textsOf = (caller: Caller) =>
  board(caller).getByRole('region', { name: 'Text on the board' }).getByRole('listitem')

/** A mouse on the drawing area of a caller. Positions are relative to the area. */
export async function putPen(caller: Caller) {
  const { page } = caller
  const { x, y } = (await area(caller).boundingBox()) ?? { x: 0, y: 0 }
  return {
    async draw(...points: [number, number][]): Promise<void> {
      const [first = [0, 0]] = points
      await page.mouse.move(x + first[0], y + first[1])
      await page.mouse.down()
      for (const [toX, toY] of points.slice(1)) await page.mouse.move(x + toX, y + toY, { steps: 12 })
    },
    lift: () => page.mouse.up(),
    /** Moves without drawing. */
    point: ([toX, toY]: [number, number]) => page.mouse.move(x + toX, y + toY),
  }
}

/** Chooses a tool, a colour or a width. */
export const choose = (caller: Caller, name: string) => board(caller).getByRole('radio', { name, exact: true }).click()

/** Fingers on the drawing area of a caller. Each list has the positions of all fingers that touch it. */
export async function putFingers(caller: Caller) {
  const devtools = await caller.context.newCDPSession(caller.page)
  const { x, y } = (await area(caller).boundingBox()) ?? { x: 0, y: 0 }
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: [number, number][]) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([left, top], id) => ({ x: x + left, y: y + top, id })),
    })
  return {
    land: (...points: [number, number][]) => send('touchStart', points),
    move: (...points: [number, number][]) => send('touchMove', points),
    lift: () => send('touchEnd', []),
  }
}

/** A pen with pressure on the drawing area of a caller. */
export async function putStylus(caller: Caller) {
  const devtools = await caller.context.newCDPSession(caller.page)
  const { x, y } = (await area(caller).boundingBox()) ?? { x: 0, y: 0 }
  const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', [left, top]: [number, number], force: number) =>
    devtools.send('Input.dispatchMouseEvent', {
      type,
      x: x + left,
      y: y + top,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      pointerType: 'pen',
      force,
    })
  return {
    land: (at: [number, number], force: number) => send('mousePressed', at, force),
    move: (at: [number, number], force: number) => send('mouseMoved', at, force),
    lift: (at: [number, number]) => send('mouseReleased', at, 0),
  }
}

/** How large the board is shown. Formulas have the same scale as the drawing. */
export async function readZoom(caller: Caller): Promise<number> {
  const transform = await area(caller)
    .locator('[style*="scale("]')
    .evaluate((layer) => (layer as HTMLElement).style.transform)
  return Number(/scale\(([\d.]+)\)/.exec(transform)?.[1])
}

export type Part = [x: number, y: number, width: number, height: number]
/** The part of the first page that both screens show. A phone is narrow. */
const shared: Part = [0, 0, 380, 300]

/** Counts the pixels that differ from the corner, which is empty. */
export async function readInk(caller: Caller, layer: 'paper' | 'overlay', part = shared): Promise<number> {
  const pixels = await readPixels(caller, layer, part)
  return pixels.filter((pixel) => pixel !== pixels[0]).length
}

export async function expectSamePixels(one: Caller, other: Caller): Promise<void> {
  const countDifferent = async () => {
    const [left, right] = [await readPixels(one, 'paper'), await readPixels(other, 'paper')]
    return left.filter((pixel, index) => pixel !== right[index]).length
  }
  await expect.poll(countDifferent, { timeout: 20_000 }).toBe(0)
}

async function readPixels(caller: Caller, layer: 'paper' | 'overlay', part = shared): Promise<number[]> {
  return area(caller)
    .locator('canvas')
    .nth(layer === 'paper' ? 0 : 1)
    .evaluate((canvas, [x, y, width, height]) => {
      const context = (canvas as HTMLCanvasElement).getContext('2d')
      return [...new Uint32Array(context?.getImageData(x, y, width, height).data.buffer ?? new ArrayBuffer(0))]
    }, part)
}
