import { storedFileResponse, methodNotAllowed, readBytes } from '#app/base/files.server.ts'
import { serve, type RefusedRequest } from '#app/base/serve.server.ts'
import { requestRefusal } from '#app/sessions/request/request-refusal.server.ts'
import { saveQuestionFile } from '#domain/files/save-question-file.server.ts'
import type { Route } from './+types/question-files.route'

/**
 * POST stores a question file: the body is the file, the name is in the URL, the response is JSON. The policy is
 * checked before the body is read, so that unauthorised uploads use no memory.
 */
export const action = serve(
  { policy: 'student', otherwise: refuse },
  async ({ context, storage, decodeQueue }, { request }: Route.ActionArgs) =>
    request.method === 'POST'
      ? storedFileResponse(async () => {
          const name = new URL(request.url).searchParams.get('name') ?? ''
          return saveQuestionFile({ ...context, storage, decodeQueue }, { name, bytes: await readBytes(request) })
        })
      : methodNotAllowed(),
)

async function refuse(refused: RefusedRequest): Promise<Response> {
  if (refused.request.method !== 'POST') return methodNotAllowed()
  return storedFileResponse(() => Promise.reject(requestRefusal(refused)))
}

export const loader = serve('anyone', async () => methodNotAllowed())
