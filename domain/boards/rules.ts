import * as Y from 'yjs'

/** What an update may contain: deleted ranges, texts, values and shared types. No nested documents or binary data. */
const allowedContents = new Set<unknown>([Y.ContentDeleted, Y.ContentString, Y.ContentAny, Y.ContentType])

/**
 * Returns the writers of an update, or null when a browser of ours cannot have made it. Reads the update completely, so
 * that a document can apply it later without surprises.
 */
export function findWriters(update: Uint8Array): Set<number> | null {
  try {
    const writers = new Set<number>()
    for (const struct of Y.decodeUpdate(update).structs) {
      if (struct instanceof Y.Item) {
        if (!allowedContents.has(struct.content.constructor)) return null
        writers.add(struct.id.client)
      } else if (struct instanceof Y.GC) writers.add(struct.id.client)
    }
    return writers
  } catch {
    return null
  }
}
