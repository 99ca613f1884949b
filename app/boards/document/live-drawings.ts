import { type Colour, type LiveMessage, readLiveMessage, strokeMaxPoints } from '#app/boards/document/elements.ts'
import { decodePoints, encodePoints, type InkPoint } from '#app/boards/document/points.ts'
import type { SharedBoard } from '#app/boards/document/shared-board.ts'

export type DrawingKind = Extract<LiveMessage, { type: 'start' }>['kind']

/** A drawing that is not finished, or the trace of a laser pointer. */
export type LiveDrawing = {
  id: string
  page: string
  kind: DrawingKind
  colour: Colour
  size: number
  pressure: boolean
  /** All points of a stroke; start and end of a shape or a line. */
  points: InkPoint[]
  /** When the last point was added, for the laser pointer, which fades. */
  changedAtMs: number
  isFinished: boolean
}

/** One unfinished drawing, and several fading traces of the laser pointer. */
const drawingsMax = 8
/** A finished drawing is dropped after this time, because its element should have arrived. */
export const drawingKeptMs = 5_000

/** The delay before the next attempt while the channel is busy. */
const retryEveryMs = 20

/** The unfinished drawings of the other page. Messages that our pages would not send change nothing. */
export function receiveDrawings(live: SharedBoard['live'], onChange: () => void, now = () => performance.now()) {
  const drawings = new Map<string, LiveDrawing>()
  const stop = live.listen((text) => {
    const message = readLiveMessage(text)
    if (!message) return
    if (message.type === 'start') start(message)
    else apply(message, drawings.get(message.id))
    onChange()
  })
  return {
    list: () => drawings.values(),
    /** Called when the finished element has arrived, or the drawing is too old to be shown. */
    remove: (id: string) => void drawings.delete(id),
    /** Called when the other page has closed its board, or cannot be reached, and so will not finish its drawing. */
    clear: () => drawings.clear(),
    stop,
  }

  function start({ points: encoded, ...drawing }: Extract<LiveMessage, { type: 'start' }>): void {
    const points = decodePoints(encoded, drawing, strokeMaxPoints)
    if (!points) return
    const { id, page, kind, colour, size, pressure } = drawing
    drawings.delete(id)
    // If the end of an earlier drawing was lost, the drawing is removed now.
    for (const earlier of drawings.values()) if (!earlier.isFinished) drawings.delete(earlier.id)
    const [oldest] = drawings.keys()
    if (drawings.size >= drawingsMax && oldest) drawings.delete(oldest)
    drawings.set(id, { id, page, kind, colour, size, pressure, points, changedAtMs: now(), isFinished: false })
  }

  function apply(message: Exclude<LiveMessage, { type: 'start' }>, drawing: LiveDrawing | undefined): void {
    if (!drawing) return
    drawing.changedAtMs = now()
    if (message.type === 'cancel') drawings.delete(drawing.id)
    if (message.type === 'end') drawing.isFinished = true
    if (message.type === 'to' && drawing.points[0]) drawing.points = [drawing.points[0], [message.x, message.y, 0.5]]
    if (message.type !== 'more') return
    const [x = 0, y = 0] = drawing.points.at(-1) ?? []
    const added = decodePoints(message.points, { x, y }, strokeMaxPoints)
    if (added && drawing.points.length + added.length <= strokeMaxPoints + 1) drawing.points.push(...added)
  }
}

/**
 * Sends an unfinished drawing while it grows: only its new points, and only after the channel has sent the earlier
 * ones. So drawings never delay the voice.
 */
export function sendDrawing(live: SharedBoard['live'], drawing: LiveDrawing) {
  const isStroke = drawing.kind === 'pen' || drawing.kind === 'marker' || drawing.kind === 'laser'
  const { id, page, kind, colour, size, pressure } = drawing
  const [x = 0, y = 0] = drawing.points[0] ?? []
  let sent = drawing.points.length
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  /** The last point as the other page has read it, which is rounded. */
  let last = { x, y }
  send({ type: 'start', id, page, kind, colour, size, pressure, x, y, points: encodeFrom(0) })
  return {
    /**
     * Call this when points were added. Points that the channel cannot send yet are sent soon, even while the pen does
     * not move.
     */
    update,
    end,
    cancel(): void {
      // A page of an earlier version knows only the end.
      end()
      send({ type: 'cancel', id })
    },
  }

  function end(): void {
    clearTimeout(retryTimer)
    send({ type: 'end', id })
  }

  function update(): void {
    clearTimeout(retryTimer)
    if (!live.isFree()) {
      retryTimer = setTimeout(update, retryEveryMs)
      return
    }
    const [endX = x, endY = y] = drawing.points.at(-1) ?? []
    if (!isStroke) return send({ type: 'to', id, x: endX, y: endY })
    if (sent === drawing.points.length) return
    const points = encodeFrom(sent)
    sent = drawing.points.length
    send({ type: 'more', id, points })
  }

  function encodeFrom(index: number): string {
    const encoded = encodePoints(drawing.points.slice(index), last)
    const [lastX = x, lastY = y] = decodePoints(encoded, last, strokeMaxPoints)?.at(-1) ?? []
    last = { x: lastX, y: lastY }
    return encoded
  }

  function send(message: LiveMessage): void {
    live.send(JSON.stringify(message))
  }
}
