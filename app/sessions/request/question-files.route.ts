import { asStoredFile, onlyPost, readBytes } from '#app/base/files.server.ts'
import { serve } from '#app/base/serve.server.ts'
import { allow } from '#domain/policy.ts'
import { saveQuestionFile } from '#domain/files/save-question-file.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/question-files.route'

/** POST stores a file for a question: the bytes themselves, with the name in the address. A script asks here, so it answers in JSON. */
export const action = serve('anyone', async ({ context, storage }, { request }: Route.ActionArgs) =>
  request.method === 'POST'
    ? asStoredFile(async () => {
        // Before the body is read: nobody's megabytes are not worth the memory.
        if (context.actor.kind === 'visitor') throw new Refusal('not_signed_in_to_ask')
        allow(context.actor, 'student')
        const name = new URL(request.url).searchParams.get('name') ?? ''
        return saveQuestionFile({ ...context, storage }, { name, bytes: await readBytes(request) })
      })
    : onlyPost(),
)

export const loader = serve('anyone', async () => onlyPost())
