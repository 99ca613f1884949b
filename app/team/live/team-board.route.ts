import { serve } from '#app/base/serve.server.ts'
import { readBoard } from '#domain/team/live-board.server.ts'

/** Current live board data. The live page polls it every few seconds. */
export const loader = serve('supportPeople', async ({ context, readVitals, log }) => {
  const [board, vitals] = await Promise.all([readBoard({ ...context, log }), readVitals()])
  return Response.json({ board, vitals }, { headers: { 'Cache-Control': 'no-store' } })
})
