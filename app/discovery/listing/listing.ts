import type { CatalogueGroup } from '#domain/content/contract.ts'
import type { ListingPage } from '#domain/discovery/contract.ts'

/** What the loader of the listing says, or why it could say nothing. */
export type Listing =
  | {
      problem: null
      page: ListingPage
      /** When nobody is online who fits: how many would fit if being online did not matter. */
      offlineMatches: number
      /** The categories in the order of the team, with the first page. */
      catalogue?: CatalogueGroup[]
    }
  | { problem: ListingProblem }

/** The server answered with an error, or the question never got there. */
export type ListingProblem = 'server' | 'network'

export const problemTexts: Record<ListingProblem, string> = {
  server: 'Failed to load experts. Please try again.',
  network: 'Something went wrong. Please try again.',
}

/** A listing that could not be loaded is drawn in its place, so that the filters and the frame stay. */
export async function catchProblem(loading: Promise<Listing>, signal: AbortSignal): Promise<Listing> {
  try {
    return await loading
  } catch (error) {
    if (signal.aborted || error instanceof Response) throw error
    // What fetch throws when nothing came back.
    return { problem: error instanceof TypeError ? 'network' : 'server' }
  }
}
