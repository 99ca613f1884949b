import { redirect } from 'react-router'
import { pageMeta, livePublicPage } from '#app/base/public-page.ts'
import { serve } from '#app/base/serve.server.ts'
import { resultsCache } from '#app/discovery/listing/results-cache.ts'
import { ListingScreen } from '#app/discovery/listing/listing-screen.tsx'
import { listingMeta } from '#app/discovery/listing/listing-text.ts'
import { type Listing, catchProblem } from '#app/discovery/listing/listing.ts'
import { getCatalogue } from '#domain/content/queries.server.ts'
import { defaultListingQuery, hasEmptyOrRepeatedParams, listingUrl, readListingQuery } from '#domain/discovery/rules.ts'
import { searchExperts } from '#domain/discovery/search-experts.server.ts'
import type { Route } from './+types/experts.route'

export const loader = serve('anyone', async ({ context }, { request }: Route.LoaderArgs): Promise<Listing> => {
  const params = new URL(request.url).searchParams
  const query = readListingQuery(params)
  if (hasEmptyOrRepeatedParams(params)) throw redirect(listingUrl(query))
  const after = params.get('after')
  const page = await searchExperts(context, query, after)
  if (after) return { problem: null, page, offlineMatches: 0 }
  const catalogue = await getCatalogue(context)
  if (page.experts.length > 0 || !query.onlineOnly) return { problem: null, page, offlineMatches: 0, catalogue }
  const withOffline = await searchExperts(context, { ...query, onlineOnly: false })
  return { problem: null, page, offlineMatches: withOffline.total ?? 0, catalogue }
})

/** Restores cached results on back navigation, and turns load failures into a problem shown in the list. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<Listing> {
  const { pathname, search } = new URL(request.url)
  // On back navigation, history.state is already the target entry. When a link is followed, it is still the old entry.
  const { key } = (window.history.state ?? {}) as { key?: string }
  const cached = key ? resultsCache.findLeftEntry({ key, url: pathname + search }) : undefined
  return cached?.listing ?? (await catchProblem(serverLoader(), request.signal))
}

export const headers = livePublicPage

export const meta: Route.MetaFunction = ({ matches, location }) => {
  const { category } = readListingQuery(new URLSearchParams(location.search))
  return pageMeta(matches, {
    ...listingMeta({ category }),
    path: listingUrl({ ...defaultListingQuery, category }),
  })
}

export default function Experts({ loaderData }: Route.ComponentProps) {
  return <ListingScreen listing={loaderData} />
}

/** Shown when the first load fails. Search and filters stay usable, and the results show the error. */
export function ErrorBoundary() {
  return <ListingScreen listing={failedListing} />
}

const failedListing: Listing = { problem: 'server' }
