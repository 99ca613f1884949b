import type { Chunk } from '#app/discovery/listing/chunks.ts'
import type { Listing } from '#app/discovery/listing/listing.ts'

/** The results shown in one history entry. */
export type CachedResults = { listing: Listing; chunks: Chunk[]; next: string | null }
/** A history entry. The URL is needed because a reload may reuse a key for another URL. */
export type HistoryEntry = { key: string; url: string }
type CachedEntry = CachedResults & { url: string; wasLeft: boolean }
type SavedEntry = CachedResults & { url: string; scrollY: number }

const entriesMax = 20
const savedMax = 5
/** Longer lists would fill the storage quota; after a reload they start at the first page. */
const savedChunksMax = 50
const listName = 'samjhao-listings'
const storageName = (key: string) => `samjhao-listing-${key}`

/**
 * Caches the loaded results of each history entry, so that back navigation restores the same cards and position. Uses
 * memory, and session storage for reloads and returns from other sites.
 */
export function createResultsCache(findStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const entries = new Map<string, CachedEntry>()

  function store({ key, url }: HistoryEntry, results: CachedResults): void {
    entries.delete(key)
    entries.set(key, { ...results, url, wasLeft: false })
    for (const oldest of entries.keys()) if (entries.size > entriesMax) entries.delete(oldest)
  }

  function find({ key, url }: HistoryEntry): CachedResults | undefined {
    const entry = entries.get(key)
    return entry?.url === url ? entry : undefined
  }

  /** Finds an entry for back navigation, if the user has left it. The entry on screen is fetched again. */
  function findLeftEntry(historyEntry: HistoryEntry): CachedResults | undefined {
    const entry = entries.get(historyEntry.key)
    if (entry?.url === historyEntry.url) return entry.wasLeft ? entry : undefined
    const saved = findSaved(historyEntry)
    if (saved) store(historyEntry, saved)
    return saved
  }

  /** Saves scroll position 0, because on navigation inside the product the router restores the position. */
  function markLeft(key: string): void {
    const entry = entries.get(key)
    if (entry) entry.wasLeft = true
    save(key, 0)
  }

  function save(key: string, scrollY: number): void {
    const entry = entries.get(key)
    if (!entry || entry.listing.problem || entry.chunks.length > savedChunksMax) return
    const { listing, chunks, next, url } = entry
    const saved: SavedEntry = { listing, chunks, next, url, scrollY }
    try {
      const storage = findStorage()
      const list = JSON.parse(storage.getItem(listName) ?? '[]') as string[]
      const keys = [key, ...list.filter((other) => other !== key)]
      for (const old of keys.splice(savedMax)) storage.removeItem(storageName(old))
      storage.setItem(listName, JSON.stringify(keys))
      storage.setItem(storageName(key), JSON.stringify(saved))
    } catch {
      // Without storage, only the restore after a reload is lost.
    }
  }

  function findSaved({ key, url }: HistoryEntry): SavedEntry | undefined {
    try {
      const saved = JSON.parse(findStorage().getItem(storageName(key)) ?? 'null', reviveDates) as SavedEntry | null
      return saved?.url === url ? saved : undefined
    } catch {
      return undefined
    }
  }

  return { store, find, findLeftEntry, markLeft, save, findSaved }
}

function reviveDates(name: string, value: unknown): unknown {
  return name === 'verifiedAt' && typeof value === 'string' ? new Date(value) : value
}

/** Browser only: on the server it would be shared between users. */
export const resultsCache = createResultsCache(() => sessionStorage)
