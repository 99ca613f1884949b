import * as z from 'zod/mini'
import { decodePoints, type InkPoint } from '#app/boards/document/points.ts'
import { readMessage } from '#live/protocol.ts'

/** Longer strokes are continued in a new element, so that drawing them stays fast. */
export const strokeMaxPoints = 1_200
export const boardTextMaxLength = 2_000
export const formulaMaxLength = 600
export const pageTitleMaxLength = 120

/** Each name has one colour for dark and one for light paper. */
export const colours = ['ink', 'red', 'orange', 'green', 'blue', 'purple'] as const
export type Colour = (typeof colours)[number]

export const papers = ['plain', 'grid', 'ruled'] as const
export type Paper = (typeof papers)[number]

const coordinate = z.number().check(z.gte(-250_000), z.lte(250_000))
const length = z.number().check(z.gte(0), z.lte(20_000))
const id = z.string().check(z.regex(/^[\w-]{1,40}$/))

export const coverMax = 2 ** 40

const common = {
  page: id,
  /** Elements with a higher number cover those with a lower one. */
  z: z.number().check(z.gte(0), z.lte(coverMax)),
  x: coordinate,
  y: coordinate,
}
const drawn = { ...common, colour: z.enum(colours), size: z.number().check(z.gte(0.5), z.lte(100)) }

const stroke = z.object({
  ...drawn,
  kind: z.literal('stroke'),
  /** Differences from `x` and `y`, see `encodePoints`. */
  points: z.string().check(z.minLength(4), z.maxLength(40_000)),
  /** Whether the pressure is that of a pen. Otherwise the width follows from the speed. */
  pressure: z.boolean(),
  /** A marker is wide and transparent. */
  marker: z.optional(z.boolean()),
})
const shape = z.object({
  ...drawn,
  kind: z.literal('shape'),
  shape: z.enum(['rectangle', 'ellipse']),
  width: length,
  height: length,
})
const line = z.object({
  ...drawn,
  kind: z.literal('line'),
  /** The end, relative to the start. */
  dx: coordinate,
  dy: coordinate,
  arrow: z.boolean(),
})
const text = z.object({ ...drawn, kind: z.literal('text'), text: z.string().check(z.maxLength(boardTextMaxLength)) })
const formula = z.object({ ...drawn, kind: z.literal('formula'), tex: z.string().check(z.maxLength(formulaMaxLength)) })
const picture = z.object({ ...common, kind: z.literal('picture'), picture: z.uuid(), width: length, height: length })

const storedElement = z.discriminatedUnion('kind', [stroke, shape, line, text, formula, picture])
export type StoredElement = z.infer<typeof storedElement>

type WithPoints<Stored> = Stored extends { kind: 'stroke' } ? Omit<Stored, 'points'> & { points: InkPoint[] } : Stored
/** An element as it is drawn. */
export type BoardElement = WithPoints<StoredElement> & { id: string }

const storedPage = z.object({
  /** Pages are sorted by this text, see `orderBetween`. */
  order: z.string().check(z.regex(/^[0-9a-z]{1,200}$/)),
  paper: z.enum(papers),
  title: z.optional(z.string().check(z.maxLength(pageTitleMaxLength))),
  /** A picture that fills the page from its top left corner, to write on. */
  picture: z.optional(z.object({ id: z.uuid(), width: length, height: length })),
})
export type StoredPage = z.infer<typeof storedPage>
export type BoardPage = StoredPage & { id: string }

/** Returns null for a value that our pages cannot have written. It comes from another person's browser. */
export function readElement(elementId: string, value: unknown): BoardElement | null {
  const parsed = storedElement.safeParse(value)
  if (!parsed.success || !id.safeParse(elementId).success) return null
  const element = parsed.data
  if (element.kind !== 'stroke') return { ...element, id: elementId }
  const points = decodePoints(element.points, element, strokeMaxPoints + 1)
  return points && { ...element, id: elementId, points }
}

export function readPage(pageId: string, value: unknown): BoardPage | null {
  const parsed = storedPage.safeParse(value)
  return parsed.success && id.safeParse(pageId).success ? { ...parsed.data, id: pageId } : null
}

/** Messages about an unfinished drawing. Each carries only what is new, not the whole drawing. */
const liveMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    page: id,
    x: coordinate,
    y: coordinate,
    colour: drawn.colour,
    size: drawn.size,
    id,
    kind: z.enum(['pen', 'marker', 'laser', 'rectangle', 'ellipse', 'line', 'arrow']),
    pressure: z.boolean(),
    points: z.string().check(z.maxLength(8_000)),
  }),
  /** Further points of a stroke. */
  z.object({ type: z.literal('more'), id, points: z.string().check(z.maxLength(8_000)) }),
  /** The new end of a shape or a line. */
  z.object({ type: z.literal('to'), id, x: coordinate, y: coordinate }),
  z.object({ type: z.literal('end'), id }),
  /** The drawing was cancelled. */
  z.object({ type: z.literal('cancel'), id }),
])
export type LiveMessage = z.infer<typeof liveMessage>

export function readLiveMessage(message: string): LiveMessage | null {
  return readMessage(liveMessage, message) ?? null
}

const cursorSchema = z.object({ page: id, x: coordinate, y: coordinate })
const viewSchema = z.object({ page: id, x: coordinate, y: coordinate, width: length, height: length })
const presenceSchema = z.object({
  cursor: z.nullish(cursorSchema),
  /** The part of a page that this person shows to the other one ("Follow me"). */
  lead: z.nullish(viewSchema),
})
type BoardPresence = z.infer<typeof presenceSchema>
export type SharedView = z.infer<typeof viewSchema>

export function readPresence(value: unknown): BoardPresence {
  const parsed = presenceSchema.safeParse(value)
  return parsed.success ? parsed.data : {}
}
