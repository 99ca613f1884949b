import { serve } from '#app/base/serve.server.ts'
import { readLiveOverview } from '#domain/team/live-overview.server.ts'

/** The current data of the live page, which polls it every few seconds. The wire name of the overview is `board`. */
export const loader = serve('supportPeople', async ({ context, readVitals, log }) => {
  const [overview, vitals] = await Promise.all([readLiveOverview({ ...context, log }), readVitals()])
  return Response.json({ board: overview, vitals }, { headers: { 'Cache-Control': 'no-store' } })
})
