import type { Chunk } from '#app/discovery/listing/chunks.ts'
import type { Listing } from '#app/discovery/listing/listing.ts'

/** What one entry of the browser's history showed. */
export type CachedResults = { listing: Listing; chunks: Chunk[]; next: string | null }
/** One entry of the history: its key, and its address, because a reload may give an old key to another address. */
export type HistoryEntry = { key: string; address: string }
type CachedEntry = CachedResults & { address: string; left: boolean }
type SavedEntry = CachedResults & { address: string; scrollY: number }

const entriesMax = 20
const savedMax = 5
/** Beyond this the storage of a browser would soon be full; a reload then begins at the beginning. */
const savedChunksMax = 50
const listName = 'samjhao-listings'
const nameOf = (key: string) => `samjhao-listing-${key}`

/**
 * Remembers how far each entry of the history had been loaded, so that the way back leads to the same place with the same
 * cards: in memory, and for reloads and other sites in the tab's own storage.
 */
export function createResultsCache(findStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const entries = new Map<string, CachedEntry>()

  function store({ key, address }: HistoryEntry, results: CachedResults): void {
    entries.delete(key)
    entries.set(key, { ...results, address, left: false })
    for (const oldest of entries.keys()) if (entries.size > entriesMax) entries.delete(oldest)
  }

  function find({ key, address }: HistoryEntry): CachedResults | undefined {
    const entry = entries.get(key)
    return entry?.address === address ? entry : undefined
  }

  /** For the way back. What is still on the screen is asked for anew; what was left is there at once. */
  function findLeftEntry(historyEntry: HistoryEntry): CachedResults | undefined {
    const entry = entries.get(historyEntry.key)
    if (entry?.address === historyEntry.address) return entry.left ? entry : undefined
    const saved = findSaved(historyEntry)
    if (saved) store(historyEntry, saved)
    return saved
  }

  /** Inside the product the router itself returns to the place on the page. */
  function markLeft(key: string): void {
    const entry = entries.get(key)
    if (entry) entry.left = true
    save(key, 0)
  }

  function save(key: string, scrollY: number): void {
    const entry = entries.get(key)
    if (!entry || entry.listing.problem || entry.chunks.length > savedChunksMax) return
    const { listing, chunks, next, address } = entry
    const saved: SavedEntry = { listing, chunks, next, address, scrollY }
    try {
      const storage = findStorage()
      const list = JSON.parse(storage.getItem(listName) ?? '[]') as string[]
      const keys = [key, ...list.filter((other) => other !== key)]
      for (const old of keys.splice(savedMax)) storage.removeItem(nameOf(old))
      storage.setItem(listName, JSON.stringify(keys))
      storage.setItem(nameOf(key), JSON.stringify(saved))
    } catch {
      // A storage that is full or forbidden costs the place on the page after a reload, nothing else.
    }
  }

  function findSaved({ key, address }: HistoryEntry): SavedEntry | undefined {
    try {
      const saved = JSON.parse(findStorage().getItem(nameOf(key)) ?? 'null', reviveDates) as SavedEntry | null
      return saved?.address === address ? saved : undefined
    } catch {
      return undefined
    }
  }

  return { store, find, findLeftEntry, markLeft, save, findSaved }
}

function reviveDates(name: string, value: unknown): unknown {
  return name === 'verifiedAt' && typeof value === 'string' ? new Date(value) : value
}

/** In the browser only, where one person looks at one page. */
export const resultsCache = createResultsCache(() => sessionStorage)
