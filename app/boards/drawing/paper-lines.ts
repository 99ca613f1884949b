import type { Paper } from '#app/boards/document/elements.ts'
import type { Box } from '#app/boards/drawing/geometry.ts'

/** Distance of the lines of grid and ruled paper. */
const paperStep = { grid: 24, ruled: 32 } as const

type Lines = { paper: Exclude<Paper, 'plain'>; area: Box; zoom: number; colour: string }

/** Draws the lines of grid or ruled paper. */
export function drawLines(context: CanvasRenderingContext2D, { paper, area, zoom, colour }: Lines): void {
  let step: number = paperStep[paper]
  // When zoomed out, only some of the lines are drawn, so that the paper does not become grey.
  while (step * zoom < 10) step *= 4
  context.strokeStyle = colour
  context.lineWidth = 1 / zoom
  context.beginPath()
  for (let y = Math.ceil(area.y / step) * step; y < area.y + area.height; y += step) {
    context.moveTo(area.x, y)
    context.lineTo(area.x + area.width, y)
  }
  const right = paper === 'grid' ? area.x + area.width : -Infinity
  for (let x = Math.ceil(area.x / step) * step; x < right; x += step) {
    context.moveTo(x, area.y)
    context.lineTo(x, area.y + area.height)
  }
  context.stroke()
}
