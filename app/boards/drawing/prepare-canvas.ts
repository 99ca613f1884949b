import type { Viewport } from '#app/boards/drawing/geometry.ts'

/** Sets the size of a canvas to its pixels on this screen. */
export function prepareCanvas(canvas: HTMLCanvasElement, size: { width: number; height: number }, pixelRatio: number) {
  const [width, height] = [Math.round(size.width * pixelRatio), Math.round(size.height * pixelRatio)]
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  context.setTransform(1, 0, 0, 1, 0, 0)
  return context
}

/** One unit of the page becomes one unit of the context. Whole pixels, so that tiles are copied without smoothing. */
export function useUnits(context: CanvasRenderingContext2D, { x, y, zoom }: Viewport, pixelRatio: number): void {
  const scale = zoom * pixelRatio
  context.setTransform(scale, 0, 0, scale, -Math.round(x * scale), -Math.round(y * scale))
}
