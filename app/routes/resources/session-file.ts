import { serve } from '#app/serve.server.ts'
import { findSessionFile } from '#domain/sessions/session-file.server.ts'
import type { Route } from './+types/session-file'

/**
 * The file beside a question. Somebody else made it, so it is handed over to be saved and nothing in it may run here; only a
 * picture that was drawn anew by us is shown inside a page, with `?inline`.
 */
export const loader = serve('anyone', async ({ context, storage }, { params, request }: Route.LoaderArgs) => {
  const privately = { 'Cache-Control': 'private, no-store' }
  const file = await findSessionFile({ ...context, storage }, params.id)
  if (!file) return new Response('not found', { status: 404, headers: privately })
  const inline = file.isPicture && new URL(request.url).searchParams.has('inline')
  return new Response(new Uint8Array(file.bytes), {
    headers: {
      ...privately,
      'Content-Type': file.type,
      'Content-Length': String(file.bytes.length),
      'Content-Disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(file.name)}`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  })
})

/** As RFC 8187 wants it: four signs that addresses may have are not among those that a header may have here. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
