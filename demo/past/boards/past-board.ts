import type { NewElement } from '#app/boards/document/board-model.ts'
import type { Paper } from '#app/boards/document/elements.ts'
import type { Side } from '#domain/sessions/states.ts'

type Without<Value, Key extends PropertyKey> = Value extends unknown ? Omit<Value, Key> : never
/** An element without its page. */
export type PastElement = Without<NewElement, 'page'>

/** The drawing of one person on one page of a past call. */
type PastDrawing = { by: Side; elements: PastElement[] }
export type PastPage = { paper: Paper; drawings: PastDrawing[] }
