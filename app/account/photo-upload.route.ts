import { methodNotAllowed, readBytes } from '#app/base/files.server.ts'
import { serve } from '#app/base/serve.server.ts'
import { removePhoto, savePhoto } from '#domain/files/save-photo.server.ts'
import type { Crop } from '#kernel/crop.ts'
import { Refusal, refusals } from '#kernel/refusals.ts'
import type { Route } from './+types/photo-upload.route'

/**
 * POST sets the user's photo: raw bytes or the form file `photo`, with the crop in the query. DELETE removes it.
 * Scripts call this route, so it responds in JSON. The policy is checked before the body is read, to save memory.
 */
export const action = serve(
  { policy: 'signedIn', otherwise: ({ refusal }) => respondRefused(refusal) },
  async ({ context, storage, decodeQueue, log }, { request }: Route.ActionArgs) => {
    const ctx = { ...context, storage, decodeQueue, log }
    try {
      if (request.method === 'DELETE') {
        await removePhoto(ctx)
        return Response.json({ url: null })
      }
      if (request.method !== 'POST') throw new Refusal('invalid_input')
      const crop = readCrop(new URL(request.url).searchParams)
      return Response.json(await savePhoto(ctx, { bytes: await readPhoto(request), crop }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return respondRefused(error)
    }
  },
)

function respondRefused({ code, message, status }: Refusal): Response {
  const isForbidden = code === 'not_signed_in' || code === 'not_allowed'
  return Response.json({ error: isForbidden ? refusals.photo_not_permitted.text : message }, { status })
}

export const loader = serve('anyone', async () => methodNotAllowed('POST, DELETE'))

async function readPhoto(request: Request): Promise<Uint8Array> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) {
    return readBytes(request)
  }
  // A truncated or malformed body is a client error.
  const form = await request.formData().catch(() => {
    throw new Refusal('invalid_input')
  })
  const photo = form.get('photo')
  if (!(photo instanceof File)) throw new Refusal('photo_type')
  return new Uint8Array(await photo.arrayBuffer())
}

/** Missing or non-numeric values become NaN, which `savePhoto` refuses. */
function readCrop(query: URLSearchParams): Crop | undefined {
  if (!query.has('size')) return undefined
  const readNumber = (name: string) => Number.parseFloat(query.get(name) ?? '')
  return { left: readNumber('left'), top: readNumber('top'), size: readNumber('size') }
}
