import * as Y from 'yjs'
import { boardPartBytes } from '#kernel/limits.ts'

/**
 * The contents that an update may have: deleted ranges, texts, values and shared types. No nested documents or binary
 * data.
 */
const allowedContents = new Set<unknown>([Y.ContentDeleted, Y.ContentString, Y.ContentAny, Y.ContentType])

/** A page is one writer. It may also store changes that earlier pages of its tab could not store. */
export const writersPerChangeMax = 50
/** Yjs identifies its writers by 32-bit numbers. */
const writerMax = 2 ** 32 - 1
/** Each character and each value of a writer has the next position. */
const positionMax = 2 ** 31
/** Values of elements are flat, for example a point or a list of points. */
const valueLevelsMax = 6
/** `toJSON` would assign these to an object. */
const prototypeNames = new Set(['__proto__', 'constructor', 'prototype'])

/** `parts`: the number of pieces that a document has to integrate, each of which costs time and memory. */
type BoardChange = { writers: Set<number>; parts: number }

/**
 * Returns the writers and the size of an update, or null when our pages cannot have created it. Checks the whole
 * update, because a document applies it later without checks.
 */
export function readChange(update: Uint8Array): BoardChange | null {
  try {
    const { structs } = Y.decodeUpdate(update)
    const writers = new Set<number>()
    for (const struct of structs) {
      const { client, clock } = struct.id
      if (client > writerMax || clock + struct.length > positionMax) return null
      if (struct instanceof Y.Item && !isAllowed(struct)) return null
      if (struct instanceof Y.Item || struct instanceof Y.GC) writers.add(client)
      if (writers.size > writersPerChangeMax) return null
    }
    return { writers, parts: structs.length }
  } catch {
    return null
  }
}

/** The bytes that a change adds towards the limit of its board. */
export function weigh({ data, parts }: { data: Uint8Array; parts: number }): number {
  return data.length + parts * boardPartBytes
}

export function findWriters(update: Uint8Array): Set<number> | null {
  return readChange(update)?.writers ?? null
}

function isAllowed({ content, parentSub }: Y.Item): boolean {
  if (!allowedContents.has(content.constructor)) return false
  if (parentSub !== null && prototypeNames.has(parentSub)) return false
  return !(content instanceof Y.ContentAny) || content.arr.every((value) => isPlain(value, valueLevelsMax))
}

/** A value that JSON can contain, without too many levels. Yjs sets the prototype of an object with the key `__proto__`. */
function isPlain(value: unknown, levels: number): boolean {
  if (value instanceof Uint8Array || levels === 0) return false
  if (Array.isArray(value)) return value.every((each) => isPlain(each, levels - 1))
  if (typeof value !== 'object' || value === null) return true
  const hasOwnKeys = Object.getPrototypeOf(value) === Object.prototype
  return (
    hasOwnKeys && Object.entries(value).every(([key, each]) => !prototypeNames.has(key) && isPlain(each, levels - 1))
  )
}
