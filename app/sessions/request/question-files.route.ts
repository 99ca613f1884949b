import { storedFileResponse, methodNotAllowed, readBytes } from '#app/base/files.server.ts'
import { serve, type TurnedAway } from '#app/base/serve.server.ts'
import { refusalToAsk } from '#app/sessions/request/refusal-to-ask.server.ts'
import { saveQuestionFile } from '#domain/files/save-question-file.server.ts'
import type { Route } from './+types/question-files.route'

/**
 * POST stores a file for a question: the bytes themselves, with the name in the address. A script asks here, so it answers in JSON. The policy
 * comes before the body: nobody's megabytes are not worth the memory.
 */
export const action = serve(
  { policy: 'student', otherwise: turnAway },
  async ({ context, storage }, { request }: Route.ActionArgs) =>
    request.method === 'POST'
      ? storedFileResponse(async () => {
          const name = new URL(request.url).searchParams.get('name') ?? ''
          return saveQuestionFile({ ...context, storage }, { name, bytes: await readBytes(request) })
        })
      : methodNotAllowed(),
)

async function turnAway(turnedAway: TurnedAway): Promise<Response> {
  if (turnedAway.request.method !== 'POST') return methodNotAllowed()
  return storedFileResponse(() => Promise.reject(refusalToAsk(turnedAway)))
}

export const loader = serve('anyone', async () => methodNotAllowed())
