import { compareCover } from '#app/boards/document/board-model.ts'
import type { BoardElement } from '#app/boards/document/elements.ts'
import { drawElement, type Appearance } from '#app/boards/drawing/draw-element.ts'
import { type Box, boxOf, overlaps, type Viewport } from '#app/boards/drawing/geometry.ts'

/** In pixels of the screen. */
const tilePixels = 512
/** These need 64 MB. */
const tilesMax = 64
/** The part of a frame that may be spent on drawing tiles. */
const budgetMs = 5
/**
 * Browsers rasterize a canvas after the script has ended, so the script cannot measure that time. So the number of
 * points per frame is limited, too: to fewer after a slow frame, and to more after a fast one.
 */
const framePoints = { first: 4_000, min: 2_500, max: 100_000 }
const slowFrameMs = 30
/** Shapes and texts count like a short stroke. */
const otherPoints = 20
/** While the zoom changes, tiles are shown larger or smaller. They are redrawn when it has not changed for this long. */
const zoomRestMs = 150
/** Tiles enlarged by more than this factor would be blurred. If they were smaller, there would be too many. */
const stretchMax = 2

type Tile = {
  box: Box
  canvas: HTMLCanvasElement
  /** The last complete picture. It is shown until the next one is complete. */
  shown: HTMLCanvasElement | null
  /** The elements that are still to be drawn, or null when the tile is complete. */
  remaining: BoardElement[] | null
  isStale: boolean
  highest: BoardElement | null
}

type Frame = { startedAtMs: number; pointsLeft: number }

type Source = { list(): BoardElement[]; appearance(): Appearance }

/**
 * Square pictures of the finished elements of one page. Each is drawn once for a zoom, a few milliseconds in each
 * frame, so that thousands of strokes never delay the pen. A new element is drawn on top of the others.
 */
export function createTiles({ list, appearance }: Source) {
  const tiles = new Map<string, Tile>()
  /** The elements of the page in the order in which they cover each other. Null when they must be listed again. */
  let sorted: BoardElement[] | null = null
  let pointsPerFrame = framePoints.first
  /** The start of the last frame, if it did not finish all tiles. Otherwise null. */
  let unfinishedAtMs: number | null = null
  /** The pixels of one unit on the tiles, and on the screen. */
  let scale = 0
  let shownScale = 0
  let zoomedAtMs = 0
  /** The tiles of the previous zoom, shown larger or smaller until the new ones are complete. */
  let previousTiles: Tile[] = []

  return {
    /** Draws the finished tiles, and continues with the others. Returns whether another frame is needed. */
    draw(context: CanvasRenderingContext2D, viewport: Viewport, area: Box, pixelRatio: number): boolean {
      chooseScale(viewport.zoom * pixelRatio)
      const visible = listVisible(area)
      const frame = startFrame()
      let isComplete = true
      for (const tile of visible) if (!prepare(tile, frame)) isComplete = false
      unfinishedAtMs = isComplete ? null : frame.startedAtMs
      if (isComplete) previousTiles = []
      const origin = { x: Math.round(viewport.x * shownScale), y: Math.round(viewport.y * shownScale) }
      context.setTransform(1, 0, 0, 1, -origin.x, -origin.y)
      for (const tile of previousTiles) if (overlaps(tile.box, area)) put(context, tile)
      for (const tile of visible) put(context, tile)
      removeOld(visible.length)
      return !isComplete || scale !== shownScale
    },
    /** Updates the tiles after an element was added, changed or removed. */
    update(before: BoardElement | null, element: BoardElement | null): void {
      updateSorted(before, element)
      for (const tile of tiles.values()) {
        if (before && overlaps(boxOf(before), tile.box)) tile.isStale = true
        else if (element && overlaps(boxOf(element), tile.box)) addOnTop(tile, element)
      }
    },
    /** Redraws all tiles, for another page, other colours or a picture that has loaded. */
    reset({ keepShown }: { keepShown: boolean }): void {
      sorted = null
      if (keepShown) for (const tile of tiles.values()) tile.isStale = true
      else {
        tiles.clear()
        previousTiles = []
        scale = 0
      }
    },
  }

  function chooseScale(wanted: number): void {
    const now = performance.now()
    if (wanted !== shownScale) zoomedAtMs = now
    shownScale = wanted
    const stretch = wanted / scale
    const isResting = now - zoomedAtMs >= zoomRestMs
    if (wanted === scale || (!isResting && stretch <= stretchMax && stretch >= 1 / stretchMax)) return
    previousTiles = [
      ...(scale === 0 ? [] : previousTiles.slice(-tilesMax / 4)),
      ...[...tiles.values()].filter(({ shown }) => shown),
    ]
    tiles.clear()
    scale = wanted
  }

  function addOnTop(tile: Tile, element: BoardElement): void {
    if (tile.isStale) return
    if (tile.highest && compareCover(element, tile.highest) < 0) tile.isStale = true
    else {
      tile.remaining ??= []
      tile.remaining.push(element)
      tile.highest = element
    }
  }

  function updateSorted(before: BoardElement | null, element: BoardElement | null): void {
    const highest = sorted?.at(-1)
    if (before && !element) sorted = sorted?.filter(({ id }) => id !== before.id) ?? null
    else if (!before && element && highest && compareCover(element, highest) > 0) sorted?.push(element)
    else sorted = null
  }

  function startFrame(): Frame {
    const startedAtMs = performance.now()
    if (unfinishedAtMs !== null) {
      const isSlow = startedAtMs - unfinishedAtMs > slowFrameMs
      const wanted = pointsPerFrame * (isSlow ? 0.5 : 1.5)
      pointsPerFrame = Math.min(framePoints.max, Math.max(framePoints.min, wanted))
    }
    return { startedAtMs, pointsLeft: pointsPerFrame }
  }

  function listVisible(area: Box): Tile[] {
    const side = tilePixels / scale
    const found: Tile[] = []
    for (let row = Math.floor(area.y / side); row * side < area.y + area.height; row += 1) {
      for (let column = Math.floor(area.x / side); column * side < area.x + area.width; column += 1) {
        const key = `${column} ${row}`
        const tile = tiles.get(key) ?? createTile({ x: column * side, y: row * side, width: side, height: side })
        // The most recently used are last.
        tiles.delete(key)
        tiles.set(key, tile)
        found.push(tile)
      }
    }
    return found
  }

  function createTile(box: Box): Tile {
    return { box, canvas: createCanvas(), shown: null, remaining: null, isStale: true, highest: null }
  }

  /** Continues drawing a tile until it is complete or the frame has no time for more. */
  function prepare(tile: Tile, frame: Frame): boolean {
    if (tile.isStale && isOver(frame)) return false
    if (tile.isStale) begin(tile)
    if (!tile.remaining) return true
    const context = getContext(tile)
    let drawn = 0
    while (drawn < tile.remaining.length && !isOver(frame)) {
      const element = tile.remaining[drawn]
      if (element) {
        drawElement(context, element, appearance())
        frame.pointsLeft -= element.kind === 'stroke' ? element.points.length : otherPoints
      }
      drawn += 1
    }
    tile.remaining = tile.remaining.slice(drawn)
    if (tile.remaining.length > 0) return false
    tile.remaining = null
    tile.shown = tile.canvas
    return true
  }

  function begin(tile: Tile): void {
    tile.isStale = false
    // The last complete picture stays visible while the new one is drawn.
    if (tile.shown === tile.canvas) tile.canvas = createCanvas()
    else tile.canvas.getContext('2d')?.reset()
    sorted ??= list().toSorted(compareCover)
    tile.remaining = sorted.filter((element) => overlaps(boxOf(element), tile.box))
    tile.highest = tile.remaining.at(-1) ?? null
  }

  function getContext({ canvas, box }: Tile): CanvasRenderingContext2D {
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    context.setTransform(scale, 0, 0, scale, -box.x * scale, -box.y * scale)
    return context
  }

  /** Edges are at whole pixels: tiles leave no gap, and those of this zoom are copied without smoothing, which is slow. */
  function put(context: CanvasRenderingContext2D, { shown, box }: Tile): void {
    if (!shown) return
    const [left, top] = [Math.round(box.x * shownScale), Math.round(box.y * shownScale)]
    const [right, bottom] = [box.x + box.width, box.y + box.height].map((edge) => Math.round(edge * shownScale))
    context.drawImage(shown, left, top, (right ?? 0) - left, (bottom ?? 0) - top)
  }

  function removeOld(visibleCount: number): void {
    for (const key of tiles.keys()) {
      if (tiles.size <= Math.max(tilesMax, visibleCount)) return
      tiles.delete(key)
    }
  }
}

function isOver({ startedAtMs, pointsLeft }: Frame): boolean {
  return pointsLeft <= 0 || performance.now() - startedAtMs >= budgetMs
}

function createCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = tilePixels
  canvas.height = tilePixels
  return canvas
}
