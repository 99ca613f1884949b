import { safeSessionStorage } from '#app/base/browser-memory.ts'
import { recentTeamSearchesMax } from '#kernel/limits.ts'

const storageKey = 'samjhao:team-searches'

/** The latest searches of this tab that led to a record. They stay in the browser, and logging out deletes them. */
export function listRecentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(safeSessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : []
  } catch {
    return []
  }
}

export function rememberSearch(text: string): void {
  const others = listRecentSearches().filter((recent) => recent.toLowerCase() !== text.toLowerCase())
  safeSessionStorage.setItem(storageKey, JSON.stringify([text, ...others].slice(0, recentTeamSearchesMax)))
}
