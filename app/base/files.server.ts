import { Refusal } from '#kernel/refusals.ts'

type UserFile = { bytes: Uint8Array; name: string; type: string }

/**
 * Sends a user's upload as a download that cannot run scripts. Only images that our server has re-encoded may be
 * shown inline.
 */
export function fileResponse({ bytes, name, type }: UserFile, { inline = false } = {}): Response {
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

/** Encodes as in RFC 8187: encodeURIComponent leaves four characters that this header must escape. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** An incomplete body is a refusal, not a server error. */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const body = await request.arrayBuffer().catch(() => {
    throw new Refusal('invalid_input')
  })
  return new Uint8Array(body)
}

/** Answers a file upload with JSON: the stored file, or the reason for the refusal. */
export async function storedFileResponse(storeFile: () => Promise<object>): Promise<Response> {
  try {
    return Response.json({ file: await storeFile() })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return Response.json({ error: error.message }, { status: error.status })
  }
}

export function methodNotAllowed(allowed = 'POST'): Response {
  return Response.json(null, { status: 405, headers: { Allow: allowed } })
}
