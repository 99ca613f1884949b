import { Refusal } from '#kernel/refusals.ts'

type File = { bytes: Uint8Array; name: string; type: string }

/**
 * Hands over what somebody else made: to be saved, and nothing in it may run here. Only a picture that was drawn anew by us may be shown
 * inside a page.
 */
export function fileResponse({ bytes, name, type }: File, { inline = false } = {}): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...privateHeaders,
      'Content-Type': type,
      'Content-Length': String(bytes.length),
      'Content-Disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(name)}`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

export function fileNotFound(): Response {
  return new Response('not found', { status: 404, headers: privateHeaders })
}

const privateHeaders = { 'Cache-Control': 'private, no-store' }

/** As RFC 8187 wants it: four signs that addresses may have are not among those that a header may have here. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** A body that breaks off is no fault of ours. */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const body = await request.arrayBuffer().catch(() => {
    throw new Refusal('invalid_input')
  })
  return new Uint8Array(body)
}

/** For scripts that send a file: what it has become, or why it was not taken. */
export async function storedFileResponse(work: () => Promise<object>): Promise<Response> {
  try {
    return Response.json({ file: await work() })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return Response.json({ error: error.message }, { status: error.status })
  }
}

export function methodNotAllowed(): Response {
  return Response.json(null, { status: 405, headers: { Allow: 'POST' } })
}
