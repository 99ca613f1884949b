import type { CatalogueGroup } from '#domain/content/contract.ts'
import type { ListingPage } from '#domain/discovery/contract.ts'

/** The loaded listing, or the reason why it failed to load. */
export type Listing =
  | {
      problem: null
      page: ListingPage
      /** The number of matching offline experts, counted only when no online expert matches. */
      offlineMatches: number
      /** The categories in the team's order, sent with the first page only. */
      catalogue?: CatalogueGroup[]
    }
  | { problem: ListingProblem }

/** The server returned an error, or the request got no response. */
export type ListingProblem = 'server' | 'network'

export const problemTexts: Record<ListingProblem, string> = {
  server: 'Failed to load experts. Please try again.',
  network: 'Something went wrong. Please try again.',
}

/** Returns load failures as a value, so that the filters and the page frame stay. */
export async function catchProblem(loading: Promise<Listing>, signal: AbortSignal): Promise<Listing> {
  try {
    return await loading
  } catch (error) {
    if (signal.aborted || error instanceof Response) throw error
    // fetch throws a TypeError when there is no response.
    return { problem: error instanceof TypeError ? 'network' : 'server' }
  }
}
