import { serve } from '#app/base/serve.server.ts'
import { exportSessions } from '#domain/books/export-sessions.server.ts'
import type { Route } from './+types/sessions-csv.route'

/** Streams a month of sessions and fees as a CSV file. */
export const loader = serve('keepBooks', async ({ context }, { request }: Route.LoaderArgs) => {
  const month = new URL(request.url).searchParams.get('month') ?? ''
  const { parts } = await exportSessions(context, month)
  return new Response(toStream(parts), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="samjhao-sessions-${month}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
})

/** Reads with backpressure. A client that disconnects stops the generator. */
function toStream(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}
